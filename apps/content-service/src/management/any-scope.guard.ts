import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { TokenRequired } from '@content-service/entries';
import { requireAnyScope } from '@content-service/scopes';
import { principalOf } from '../access/principal.js';

/** Scopes of which one is enough; they may depend on the path. */
export type ScopesOfRequest = (params: Request['params']) => readonly [string, ...string[]];

export const RequiresAnyScope = Reflector.createDecorator<ScopesOfRequest | undefined>();

/** Needs the bearer guard before it. */
@Injectable()
export class AnyScopeGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  /** @throws TokenRequired, ScopeMissing */
  canActivate(context: ExecutionContext): boolean {
    const scopesOf = this.reflector.get(RequiresAnyScope, context.getHandler());
    if (scopesOf === undefined) return true;
    const request = context.switchToHttp().getRequest<Request>();
    const principal = principalOf(request);
    if (principal.kind === 'anonymous') throw new TokenRequired();
    requireAnyScope(principal, scopesOf(request.params));
    return true;
  }
}
