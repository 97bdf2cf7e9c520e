import { applyDecorators, type CanActivate, Module, type Type, UseFilters, UseGuards } from '@nestjs/common';
import { Clock } from '@content-service/kernel';
import { AccessTokens, OAuthGrantsModule, TokenVerifier } from '@content-service/oauth-grants';
import { SiteSettingsModule } from '@content-service/site-settings';
import { Config } from '../config.js';
import { GrantSurroundingsModule } from '../oauth/grant-surroundings.module.js';
import { BearerGuard } from './bearer.guard.js';
import { BearerStrategy } from './bearer.strategy.js';
import { ClaimsCache } from './claims-cache.js';
import { ForeignTokens } from './foreign-tokens.js';
import { JwtAccessTokenCodec } from './jwt-access-token.codec.js';
import { ScopeGuard } from './scope.guard.js';
import { SiteSettingGuard } from './site-setting.guard.js';
import { UnauthorizedFilter } from './unauthorized.filter.js';

const grants = OAuthGrantsModule.with(new JwtAccessTokenCodec());

/** Whose tokens are good: this service's own, or those of the issuer that a headless deployment names. */
const verifier = {
  provide: TokenVerifier,
  inject: [Config, Clock, AccessTokens],
  useFactory: ({ tokenIssuer }: Config, clock: Clock, own: AccessTokens): TokenVerifier =>
    tokenIssuer === undefined ? own : new ForeignTokens(tokenIssuer, clock),
};

/**
 * Who may do what. A module whose controllers are guarded imports this; it brings the authorization server's domain
 * and the site settings along.
 */
@Module({
  imports: [grants, GrantSurroundingsModule, SiteSettingsModule],
  providers: [verifier, ClaimsCache, BearerStrategy],
  exports: [grants, SiteSettingsModule, ClaimsCache, BearerStrategy],
})
export class AccessModule {}

/**
 * Guards a controller of the content interface: bearer token, site settings, scope, in this order, and the answer to
 * whoever lacks a good token. Its methods say what they need by `@WritesContent()`, `@RequiresToken(true)` or
 * `@RequiresScope(…)`; one without a word is for every token, and for reading also for nobody's while Public access is
 * Yes.
 *
 * @param own guards of the controller itself; they come right behind the token
 */
export function GuardsContent(...own: readonly Type<CanActivate>[]): ClassDecorator {
  return applyDecorators(
    UseGuards(BearerGuard, ...own, SiteSettingGuard, ScopeGuard),
    UseFilters(UnauthorizedFilter),
  );
}
