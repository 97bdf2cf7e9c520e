import type { AuditActor } from '@content-service/audit';
import { DomainError } from '@content-service/kernel';
import { CONTENT_ADMINISTER, type ScopeSet } from '@content-service/scopes';
import { type SiteSettingsService, WritesNotAllowed } from '@content-service/site-settings';
import { findPresentScopes, type ScopeSources } from '../access/find-present-scopes.js';
import { getDefinitionScopes } from '../management/bundle-scopes.js';
import type { ImportAuthorization } from '../site-package/site-importer.js';
import type { SiteLine } from '../site-package/site-line.js';
import { RequesterNotPermitted } from './bulk-action.js';

/** A line whose import needs a scope that the actor lacks. */
class LineNotPermitted extends DomainError {
  constructor(scope: string) {
    super(
      'line_not_permitted',
      `This line needs the scope '${scope}', which the import was started without.`,
    );
  }
}

/** Checks the lines of an import against permissions and settings, as they are when their batch is read. */
export class ImportRules {
  constructor(
    private readonly settings: SiteSettingsService,
    private readonly scopes: ScopeSources,
  ) {}

  /** @param granted the scopes of the token that started the import */
  authorize(actor: AuditActor, granted: ScopeSet): ImportAuthorization {
    let held: ScopeSet | undefined;
    return {
      refresh: async () => {
        const present = await findPresentScopes(actor, this.scopes);
        if (present === undefined) throw new RequesterNotPermitted();
        held = present.intersect(granted);
      },
      check: (line) => {
        const missing = getNeededScopes(line).find((scope) => held?.has(scope) !== true);
        if (missing !== undefined) return new LineNotPermitted(missing);
        const isContent = line.kind === 'entry' || line.kind === 'user';
        return isContent && this.settings.current().allowedOperations !== 'read_write'
          ? new WritesNotAllowed()
          : undefined;
      },
    };
  }
}

/** Profiles of users carry login names, which only administrators of the site may set. */
function getNeededScopes(line: SiteLine): readonly string[] {
  if (line.kind === 'entry') return [CONTENT_ADMINISTER];
  if (line.kind === 'user') return [CONTENT_ADMINISTER, 'site_settings:administer'];
  return line.kind === 'bundle' ? getDefinitionScopes(line.definition.entityType) : [];
}
