import { applyDecorators, type CanActivate, Module, type Type, UseFilters, UseGuards } from '@nestjs/common';
import { Clock } from '@content-service/kernel';
import { AccessTokenService, OAuthGrantsModule, TokenVerifier } from '@content-service/oauth-grants';
import { SiteSettingsModule } from '@content-service/site-settings';
import { Config } from '../../platform/config/config.js';
import { LimiterFactory } from '../../platform/rate-limits/limiter-factory.js';
import { RateLimitGuard } from './rate-limit.guard.js';
import { RateLimiter } from '../../platform/rate-limits/rate-limiter.js';
import { GrantPortsModule } from './grant-ports.module.js';
import { BearerGuard, BearerStrategy, ScopeGuard, SiteSettingGuard } from './access-guards.js';
import { type Fetch, FETCH } from '../../platform/tracing/traced-fetch.js';
import { RemoteTokenVerifier } from './remote-token-verifier.js';
import { JwtAccessTokenCodec } from './jwt-access-token.codec.js';
import { VerifiedTokenCache } from './verified-token-cache.js';
import { UnauthorizedFilter } from '../jsonapi/error.filter.js';

const grants = OAuthGrantsModule.with(new JwtAccessTokenCodec());

/** Accepts tokens of this service, or of the issuer configured for a headless deployment. */
const verifier = {
  provide: TokenVerifier,
  inject: [Config, Clock, AccessTokenService, FETCH],
  useFactory: (
    { tokenIssuer }: Config,
    clock: Clock,
    own: AccessTokenService,
    request: Fetch,
  ): TokenVerifier =>
    tokenIssuer === undefined ? own : new RemoteTokenVerifier(tokenIssuer, clock, request),
};

/**
 * Authentication and authorization. Imported by every module with guarded controllers; re-exports the modules of OAuth
 * grants and site settings.
 */
@Module({
  imports: [grants, GrantPortsModule, SiteSettingsModule],
  providers: [verifier, VerifiedTokenCache, BearerStrategy, LimiterFactory, RateLimiter],
  exports: [grants, SiteSettingsModule, VerifiedTokenCache, BearerStrategy, RateLimiter],
})
export class AccessModule {}

/**
 * Applies the guards of the content interface in this order: bearer token, rate limit, `ownGuards`, site settings, scope;
 * and the filter for 401. Methods state requirements by `@RequireWriteAccess()`, `@RequireToken(true)` or
 * `@RequireScope(…)`; without one any token is accepted, and anonymous GET while Public access is Yes.
 *
 * @param ownGuards guards of the controller, run after the rate limit
 */
export function ContentApi(...ownGuards: readonly Type<CanActivate>[]): ClassDecorator {
  return applyDecorators(
    UseGuards(BearerGuard, RateLimitGuard, ...ownGuards, SiteSettingGuard, ScopeGuard),
    UseFilters(UnauthorizedFilter),
  );
}
