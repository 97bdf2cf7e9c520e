import { ENTITY_TYPES, formatResourceTypeName } from '@content-service/bundles';
import { DomainError } from '@content-service/kernel';
import type { SourceCollection } from './start-document.js';

/** Names of resource types; `*` at the end stands for any rest. */
export interface Selection {
  /** Empty: all but configuration. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

export interface SelectedCollections {
  readonly selected: readonly SourceCollection[];
  /** Collections with configuration that are not selected. */
  readonly configuration: readonly SourceCollection[];
}

/** A misspelt name must not leave out content unnoticed. */
class NothingSelected extends DomainError {
  constructor(pattern: string, collections: readonly SourceCollection[]) {
    const known = collections.map(({ name }) => name).filter((name) => !isConfiguration(name));
    super(
      'nothing_selected',
      `--include and --exclude: the source has no resource type '${pattern}'. It has ${known.join(', ')}.`,
    );
  }
}

/** Resource types with one bundle of the same name that hold content: users, files, redirects and links of menus. */
const SINGLE_BUNDLES: ReadonlySet<string> = new Set(
  ENTITY_TYPES.flatMap(({ name, bundles }) =>
    bundles === 'many' ? [] : [formatResourceTypeName(name, bundles.only)],
  ),
);

/** The trees of menus of the Drupal module jsonapi_menu_items, which repeat links that are shown, with addresses as targets. */
const MENU_ITEMS = 'menu_items--';

/**
 * Selects what an import reads. In Drupal, a resource type with twice the same name, such as `node_type--node_type`, is
 * configuration (or, rarely, content without bundles, such as `comment--comment`); `include` selects it nevertheless.
 *
 * @throws NothingSelected for a name that no collection has
 */
export function selectCollections(
  collections: readonly SourceCollection[],
  { include, exclude }: Selection,
): SelectedCollections {
  for (const pattern of [...include, ...exclude])
    if (!collections.some(({ name }) => matchesAny(name, [pattern])))
      throw new NothingSelected(pattern, collections);
  const selected = collections.filter(
    ({ name }) =>
      (include.length === 0 ? !isConfiguration(name) : matchesAny(name, include)) &&
      !matchesAny(name, exclude),
  );
  return {
    selected,
    configuration: collections.filter(
      (collection) => isConfiguration(collection.name) && !selected.includes(collection),
    ),
  };
}

function matchesAny(name: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) =>
    pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern,
  );
}

function isConfiguration(name: string): boolean {
  if (name.startsWith(MENU_ITEMS)) return true;
  const [entityType, bundle] = name.split('--');
  return entityType === bundle && !SINGLE_BUNDLES.has(name);
}
