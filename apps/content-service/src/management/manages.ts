import { applyDecorators, UseFilters, UseGuards } from '@nestjs/common';
import { BearerGuard } from '../access/bearer.guard.js';
import { RequiresScope, ScopeGuard } from '../access/scope.guard.js';
import { AnyScopeGuard } from './any-scope.guard.js';
import { ProblemFilter } from './problem.filter.js';

/** The scope of everything but the content model. */
const SITE_SETTINGS_ADMINISTER = 'site_settings:administer';

/** Guards a controller that manages the site itself: a bearer token with `site_settings:administer`. */
export function ManagesSite(): ClassDecorator {
  return applyDecorators(RequiresScope(SITE_SETTINGS_ADMINISTER), ...guarded());
}

/** Guards a controller that manages the content model; its methods say what they need by `@RequiresAnyScope(…)`. */
export function ManagesContentModel(): ClassDecorator {
  return applyDecorators(...guarded());
}

/** Cookies are never looked at, so no page of others can act here in somebody's name. */
function guarded(): readonly (ClassDecorator & MethodDecorator)[] {
  return [UseGuards(BearerGuard, ScopeGuard, AnyScopeGuard), UseFilters(ProblemFilter)];
}
