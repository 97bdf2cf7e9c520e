import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { TokenRequired } from '@content-service/entries';
import { requireScope } from '@content-service/scopes';
import { principalOf } from './principal.js';

/** Lets only tokens with this scope in; stands on a controller or on one of its methods. */
export const RequiresScope = Reflector.createDecorator<string | undefined>();

/** Needs the bearer guard before it. */
@Injectable()
export class ScopeGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  /** @throws TokenRequired, ScopeMissing */
  canActivate(context: ExecutionContext): boolean {
    const places = [context.getHandler(), context.getClass()];
    const scope = this.reflector.getAllAndOverride(RequiresScope, places);
    if (scope === undefined) return true;
    const principal = principalOf(context.switchToHttp().getRequest<Request>());
    if (principal.kind === 'anonymous') throw new TokenRequired();
    requireScope(principal, scope);
    return true;
  }
}
