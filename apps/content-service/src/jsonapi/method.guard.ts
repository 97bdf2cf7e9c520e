import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { TokenRequired } from '@content-service/entries';
import { principalOf } from '../access/principal.js';
import { MethodNotAllowed } from './route.errors.js';
import { allowedMethods } from './routes.js';

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses methods a path does not have, before the settings of the site and the token's scopes are asked: nothing they
 * say would make it possible. Who has no token hears of that first. Needs the bearer guard before it.
 */
@Injectable()
export class MethodGuard implements CanActivate {
  /** @throws TokenRequired, MethodNotAllowed */
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    if (SAFE.has(request.method)) return true;
    const allowed = allowedMethods(request);
    if (allowed?.includes(request.method) ?? true) return true;
    if (principalOf(request).kind === 'anonymous') throw new TokenRequired();
    throw new MethodNotAllowed(request.method, allowed);
  }
}
