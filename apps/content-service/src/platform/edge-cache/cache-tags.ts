import type { CollectionRequest, FieldPath, Filter, Omission } from '@content-service/entries';

/** The tags of every answer: its form depends on the content model and on the site settings. */
export const MODEL_TAG = 'model';
export const SETTINGS_TAG = 'settings';

/** The content that an answer is made of. */
export interface ContentDependencies {
  /** The entries that the answer shows, includes or leaves out. */
  readonly entries: readonly Omission[];
  /** The resource types of which any entry, a new one included, may change the answer. */
  readonly types: readonly string[];
}

/** The entries of a result of `EntryReader`. */
interface ReadEntries {
  readonly host?: Omission;
  readonly entry?: Omission;
  readonly entries?: readonly Omission[];
  readonly included: readonly Omission[] | undefined;
  readonly omitted: readonly Omission[];
}

/** @param types the members `types` of the dependencies */
export function getDependencies(
  { host, entry, entries = [], included = [], omitted }: ReadEntries,
  types: readonly string[] = [],
): ContentDependencies {
  const single = [host, entry].filter((found) => found !== undefined);
  return { entries: [...single, ...entries, ...included, ...omitted], types };
}

/** The resource type of a collection and those that the paths of its filter and sort cross. */
export function getQueriedTypes({
  type,
  filter,
  sort,
}: Pick<CollectionRequest, 'type' | 'filter' | 'sort'>): readonly string[] {
  const paths = [...(filter === undefined ? [] : getPaths(filter)), ...sort.map(({ path }) => path)];
  const crossed = paths.flatMap(({ steps }) => steps.flatMap(({ targetTypes }) => targetTypes));
  return [...new Set([type.name, ...crossed])];
}

function getPaths(filter: Filter): readonly FieldPath[] {
  if (filter.kind === 'nothing' || filter.kind === 'fulltext') return [];
  return filter.kind === 'condition' ? [filter.path] : filter.members.flatMap(getPaths);
}

/** The tag of one entry: `node:f1cf…`. */
export function formatEntryTag({ type, id }: Omission): string {
  return `${splitType(type)[0]}:${id}`;
}

/** The tag of answers that any entry of a type may change: `node_list:article` for `node--article`. */
export function formatListTag(type: string): string {
  const [entityType, bundle] = splitType(type);
  return `${entityType}_list:${bundle}`;
}

/** The tags whose answers the change of an entry makes outdated. */
export function formatChangeTags(entry: Omission): readonly string[] {
  return [formatEntryTag(entry), formatListTag(entry.type)];
}

/**
 * The tags of an answer. The resource types of its entries are tags, too: `node--article`; they serve purges of many entries
 * at once. Above the limit, list tags replace those of entries: every change of an entry purges the list tag of its type.
 *
 * @param bytesMaximum of all tags with a separator between them
 * @returns `undefined` when the list tags exceed the limit as well
 */
export function createTags(
  { entries, types }: ContentDependencies,
  bytesMaximum: number,
): readonly string[] | undefined {
  const entryTypes = [...new Set(entries.map(({ type }) => type))];
  const common = [MODEL_TAG, SETTINGS_TAG, ...entryTypes, ...types.map(formatListTag)];
  const tags = new Set([...common, ...entries.map(formatEntryTag)]);
  if (countBytes(tags) <= bytesMaximum) return [...tags];
  const lists = new Set([...common, ...entryTypes.map(formatListTag)]);
  return countBytes(lists) <= bytesMaximum ? [...lists] : undefined;
}

/** Tags are ASCII: names of bundles and UUIDs are. */
function countBytes(tags: ReadonlySet<string>): number {
  let bytes = tags.size - 1;
  for (const tag of tags) bytes += tag.length;
  return bytes;
}

function splitType(type: string): readonly [entityType: string, bundle: string] {
  const separator = type.indexOf('--');
  return [type.slice(0, separator), type.slice(separator + 2)];
}
