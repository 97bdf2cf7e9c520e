import type { AuditActor } from '@content-service/audit';
import { ENTITY_TYPES } from '@content-service/bundles';
import { DomainError } from '@content-service/kernel';
import {
  CONTENT_ADMINISTER,
  getDefinitionScopes,
  MENU_ADMINISTER,
  type ScopeSet,
  SITE_SETTINGS_ADMINISTER,
} from '@content-service/scopes';
import { type SiteSettingsService, WritesNotAllowed } from '@content-service/site-settings';
import { findPresentScopes, RequesterNotPermitted, type ScopeSources } from '@content-service/oauth-clients';
import type { ImportAuthorization } from './site-importer.js';
import type { SiteLine } from './site-line.js';

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
        const isContent = !['header', 'menu', 'entityType', 'bundle'].includes(line.kind);
        return isContent && this.settings.current().allowedOperations !== 'read_write'
          ? new WritesNotAllowed()
          : undefined;
      },
      restrict: (line) =>
        held?.has(SITE_SETTINGS_ADMINISTER) === true ? line : withoutReadOnlyAttributes(line),
    };
  }
}

/**
 * Entries that cannot be written over JSON:API are imported by administrators of the site only: files with their bytes, and
 * users, whose profiles also carry login names.
 */
function getNeededScopes(line: SiteLine): readonly string[] {
  if (line.kind === 'bundle') return getDefinitionScopes(line.definition.entityType);
  if (line.kind === 'menu') return [MENU_ADMINISTER];
  if (line.kind === 'workingCopy') return [CONTENT_ADMINISTER];
  if (line.kind !== 'entry' && line.kind !== 'user' && line.kind !== 'bytes') return [];
  const isWritable =
    line.kind === 'entry' && !READ_ONLY_TYPES.some((name) => line.type.startsWith(`${name}--`));
  if (!isWritable) return [CONTENT_ADMINISTER, SITE_SETTINGS_ADMINISTER];
  const writeScope = WRITE_SCOPES.get(line.type.split('--', 1)[0] ?? '');
  return writeScope === undefined ? [CONTENT_ADMINISTER] : [CONTENT_ADMINISTER, writeScope];
}

const READ_ONLY_TYPES = ENTITY_TYPES.filter(({ writable }) => writable !== true).map(({ name }) => name);

/** The scopes that entries need besides `content:administer`, by the entity type. */
const WRITE_SCOPES: ReadonlyMap<string, string> = new Map(
  ENTITY_TYPES.flatMap(({ name, writeScope }) => (writeScope === undefined ? [] : [[name, writeScope]])),
);

/** Attributes that the service sets when entries are written over JSON:API, such as `changed`, by the entity type. */
const READ_ONLY_ATTRIBUTES: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  ENTITY_TYPES.map(({ name, baseFields }) => [
    name,
    new Set(baseFields.filter(({ readOnly }) => readOnly).map((field) => field.name)),
  ]),
);

function withoutReadOnlyAttributes(line: SiteLine): SiteLine {
  if (line.kind !== 'entry') return line;
  const readOnly = READ_ONLY_ATTRIBUTES.get(line.type.split('--', 1)[0] ?? '');
  const kept = Object.entries(line.attributes).filter(([name]) => readOnly?.has(name) !== true);
  return { ...line, attributes: Object.fromEntries(kept) };
}
