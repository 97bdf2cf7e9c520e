import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { Request } from 'express';
import type { Principal } from '@content-service/scopes';
import { BearerMalformed, bearerToken } from './bearer-token.js';
import { BearerStrategy } from './bearer.strategy.js';
import { ClaimsCache } from './claims-cache.js';

/**
 * Finds out who asks. Without an Authorization header that is nobody, and whether nobody may is the other guards'
 * matter; with one it must hold a good token, on published content too.
 *
 * Passport's machinery costs more than everything else a guard does, so a token that is known does not enter it.
 */
@Injectable()
export class BearerGuard extends AuthGuard() {
  constructor(
    strategy: BearerStrategy,
    private readonly cache: ClaimsCache,
  ) {
    super({ defaultStrategy: strategy.name });
  }

  /** @throws BearerMalformed, AccessTokenRefused */
  override canActivate(context: ExecutionContext): ReturnType<CanActivate['canActivate']> {
    const request = requestOf(context);
    const token = bearerToken(request);
    if (token === undefined) return true;
    const principal = this.cache.find(token);
    if (principal === undefined) return super.canActivate(context);
    request.user = principal;
    return true;
  }

  /** All that passport gets to see: its strategy would also take a token from the query or the body. */
  override getRequest(context: ExecutionContext): Pick<Request, 'headers'> {
    return { headers: { authorization: requestOf(context).headers.authorization } };
  }

  /** @param refusal what the strategy threw */
  override handleRequest<T>(
    refusal: unknown,
    principal: (T & Principal) | false,
    _: unknown,
    context: ExecutionContext,
  ): T {
    if (refusal instanceof Error) throw refusal;
    if (principal === false) throw new BearerMalformed();
    requestOf(context).user = principal;
    return principal;
  }
}

function requestOf(context: ExecutionContext): Request {
  return context.switchToHttp().getRequest<Request>();
}
