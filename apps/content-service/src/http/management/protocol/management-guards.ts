import {
  applyDecorators,
  type CanActivate,
  type ExecutionContext,
  Injectable,
  UseFilters,
  UseGuards,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { TokenRequired } from '@content-service/entries';
import {
  assertAnyScope,
  CONTENT_ADMINISTER,
  MENU_ADMINISTER,
  SITE_SETTINGS_ADMINISTER,
} from '@content-service/scopes';
import { BearerGuard, getPrincipal, RequireScope, ScopeGuard } from '../../access/access-guards.js';
import { ManagementRateLimitGuard } from '../../access/rate-limit.guard.js';
import { RecentLoginGuard } from './recent-login.guard.js';
import { ProblemFilter } from './problem.filter.js';

/** Controller decorator: requires a bearer token with `site_settings:administer`. */
export function SiteManagementApi(): ClassDecorator {
  return applyDecorators(RequireScope(SITE_SETTINGS_ADMINISTER), ...getGuardDecorators());
}

/** Controller decorator: requires a bearer token with `content:administer`. */
export function ContentManagementApi(): ClassDecorator {
  return applyDecorators(RequireScope(CONTENT_ADMINISTER), ...getGuardDecorators());
}

/** Controller decorator: requires a bearer token with `menu:administer`. */
export function MenuManagementApi(): ClassDecorator {
  return applyDecorators(RequireScope(MENU_ADMINISTER), ...getGuardDecorators());
}

/** Controller decorator: requires a bearer token; methods declare their scopes by `@RequireAnyScope(…)`. */
export function ContentModelManagementApi(): ClassDecorator {
  return applyDecorators(...getGuardDecorators());
}

/** Guards and filter of every management controller. Cookies are ignored, which rules out CSRF. */
function getGuardDecorators(): readonly (ClassDecorator & MethodDecorator)[] {
  return [
    UseGuards(BearerGuard, ManagementRateLimitGuard, ScopeGuard, AnyScopeGuard, RecentLoginGuard),
    UseFilters(ProblemFilter),
  ];
}

/** Scopes of which one suffices; they may depend on the path parameters. */
export type RequestScopes = (params: Request['params']) => readonly [string, ...string[]];

export const RequireAnyScope = Reflector.createDecorator<RequestScopes | undefined>();

/** Enforces `@RequireAnyScope(…)`. Runs after the bearer guard. */
@Injectable()
class AnyScopeGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  /** @throws TokenRequired, ScopeMissing */
  canActivate(context: ExecutionContext): boolean {
    const getRequiredScopes = this.reflector.get(RequireAnyScope, context.getHandler());
    if (getRequiredScopes === undefined) return true;
    const request = context.switchToHttp().getRequest<Request>();
    const principal = getPrincipal(request);
    if (principal.kind === 'anonymous') throw new TokenRequired();
    assertAnyScope(principal, getRequiredScopes(request.params));
    return true;
  }
}
