import { applyDecorators, type CanActivate, type Type, UseFilters, UseGuards } from '@nestjs/common';
import { BearerGuard, ScopeGuard, SiteSettingGuard } from '../access/access-guards.js';
import { RateLimitGuard } from '../access/rate-limit.guard.js';
import { UnauthorizedFilter } from './error.filter.js';

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
