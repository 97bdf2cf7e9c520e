import { type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { TokenRequired } from '@content-service/entries';
import { SiteSettingsService } from '@content-service/site-settings';
import { BearerGuard, BearerStrategy, getPrincipal } from './access-guards.js';
import { VerifiedTokenCache } from './verified-token-cache.js';
import { RateLimiter } from '../../platform/rate-limits/rate-limiter.js';

/**
 * Requires a valid token, of any scopes, while the site setting `publishDescription` is false. While it is true, no token
 * is needed and none is verified.
 */
@Injectable()
export class DescriptionGuard extends BearerGuard {
  constructor(
    strategy: BearerStrategy,
    cache: VerifiedTokenCache,
    limits: RateLimiter,
    private readonly settings: SiteSettingsService,
  ) {
    super(strategy, cache, limits);
  }

  /** @throws TokenRequired, BearerMalformed, AccessTokenRefused, QuotaExceeded */
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    if (this.settings.current().publishDescription) return true;
    const isAllowed = await super.canActivate(context);
    const request = context.switchToHttp().getRequest<Request>();
    if (getPrincipal(request).kind === 'anonymous') throw new TokenRequired();
    return isAllowed;
  }
}
