import { Module } from '@nestjs/common';
import { Clock } from '@content-service/kernel';
import { AccessTokenService, OAuthGrantsModule, TokenVerifier } from '@content-service/oauth-grants';
import { SiteSettingsModule } from '@content-service/site-settings';
import { Config } from '../../platform/config/config.js';
import { LimiterFactory } from '../../platform/rate-limits/limiter-factory.js';
import { RateLimiter } from '../../platform/rate-limits/rate-limiter.js';
import { GrantPortsModule } from './grant-ports.module.js';
import { BearerStrategy } from './access-guards.js';
import { type Fetch, FETCH } from '../../platform/tracing/traced-fetch.js';
import { RemoteTokenVerifier } from './remote-token-verifier.js';
import { JwtAccessTokenCodec } from './jwt-access-token.codec.js';
import { VerifiedTokenCache } from './verified-token-cache.js';

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
