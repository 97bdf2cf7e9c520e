import { type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { firstValueFrom, isObservable } from 'rxjs';
import { TokenRequired } from '@content-service/entries';
import { SiteSettingsService } from '@content-service/site-settings';
import { BearerGuard, BearerStrategy, getPrincipal, VerifiedTokenCache } from '../access/access-guards.js';

/**
 * Requires a valid token, of any scopes, while the site setting `publishDescription` is false. While it is true, no token
 * is needed and none is verified.
 */
@Injectable()
export class DescriptionGuard extends BearerGuard {
  constructor(
    strategy: BearerStrategy,
    cache: VerifiedTokenCache,
    private readonly settings: SiteSettingsService,
  ) {
    super(strategy, cache);
  }

  /** @throws TokenRequired, BearerMalformed, AccessTokenRefused */
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    if (this.settings.current().publishDescription) return true;
    const result = super.canActivate(context);
    const isAllowed = await (isObservable(result) ? firstValueFrom(result) : result);
    const request = context.switchToHttp().getRequest<Request>();
    if (getPrincipal(request).kind === 'anonymous') throw new TokenRequired();
    return isAllowed;
  }
}
