import { EXPORT_MAXIMUM, type ExportedCsv, type OnProgress } from '../../forms/csv-export-button.js';
import { buildUrl } from '../../http/build-url.js';
import { send } from '../../http/send.js';
import type { CollectionDocument, Identifier, Resource } from '../../jsonapi/document.js';
import type { ContentModel, Field } from '../../management-api/resources.js';
import { formatPath, toListRequest } from '../api/api-request.js';
import { formatCell } from '../format-cell.js';
import { getFieldLabel, getTitle, type ResourceType } from '../resource-type.js';
import { isReference } from '../values.js';
import { BYTE_ORDER_MARK, toCsvLine } from './csv.js';
import { type EntriesSearch, getColumns, getDefaultSort } from './entries-search.js';
import { findEntries } from './find-entries.js';

/** Pages by cursor do not shift when entries are changed meanwhile, and the last costs no more than the first. */
const CURSOR_PAGES =
  'application/vnd.api+json;profile="https://jsonapi.org/profiles/ethanresnick/cursor-pagination/"';

interface ExportOptions {
  readonly resourceType: ResourceType;
  readonly model: ContentModel;
  readonly search: EntriesSearch;
  readonly onProgress: OnProgress;
}

/**
 * Reads all entries that a list shows, page by page, with its columns and order.
 *
 * @returns at most `EXPORT_MAXIMUM` entries; `undefined` when `onProgress` ended it
 */
export async function exportCsv({
  resourceType,
  model,
  search,
  onProgress,
}: ExportOptions): Promise<ExportedCsv | undefined> {
  const fields = [resourceType.labelField, ...getColumns(resourceType, search)];
  const parts = [BYTE_ORDER_MARK + toCsvLine(fields.map(getFieldLabel))];
  let entries = 0;
  for (let next: string | undefined = await findFirstPath(resourceType, search); next !== undefined;) {
    const document = await readPage(next);
    const known = new Map([...document.data, ...(document.included ?? [])].map((entry) => [entry.id, entry]));
    const rows = document.data.slice(0, EXPORT_MAXIMUM - entries);
    parts.push(
      rows.map((entry) => toCsvLine(fields.map((field) => toCsvValue(field, entry, known, model)))).join(''),
    );
    entries += rows.length;
    if (!onProgress(entries)) return undefined;
    next = entries < EXPORT_MAXIMUM ? toPath(document) : undefined;
  }
  return { parts, lines: entries };
}

/** The first path of the query that has found the list, without size and place of the page: the service gives as many entries as it allows. */
async function findFirstPath(resourceType: ResourceType, search: EntriesSearch): Promise<string> {
  const { type, query: request } = toListRequest(resourceType, search);
  const { query: found } = await findEntries(resourceType, { ...search, offset: 0 }, []);
  const { filters = [], fulltext } = found;
  const { include = [], fields = {} } = request;
  // Pages by cursor need an order.
  const sort = found.sort ?? getDefaultSort(resourceType);
  const sortField = resourceType.allFields.find(({ name }) => name === sort?.replace('-', ''));
  // Pages by cursor have no order by a long text.
  const isSorted = sortField?.type !== 'string_long';
  return formatPath({ type, query: { filters, fulltext, include, fields, ...(isSorted ? { sort } : {}) } });
}

async function readPage(path: string): Promise<CollectionDocument> {
  return (await send<CollectionDocument>(path, { mediaType: CURSOR_PAGES })).body;
}

/** The path of the next page below the address of the service. */
function toPath({ links }: CollectionDocument): string | undefined {
  const link = links?.['next'];
  if (link == null) return undefined;
  const { pathname, search } = new URL(link.href);
  const base = new URL(buildUrl('/')).pathname;
  return `/${pathname.slice(base.length)}${search}`;
}

const TIMES = ['timestamp', 'datetime'];

/**
 * The value of a field as the table shows it, but numbers as such and times as RFC 3339.
 *
 * @param known entries of the document by id, among them the targets of references
 */
function toCsvValue(
  field: Field,
  entry: Resource,
  known: ReadonlyMap<string, Resource>,
  model: ContentModel,
): string | number {
  if (isReference(field)) {
    const linkage = entry.relationships?.[field.name]?.data ?? [];
    const targets = (Array.isArray(linkage) ? linkage : [linkage]) as readonly Identifier[];
    return targets.map(({ id }) => getName(known.get(id), id, model)).join(', ');
  }
  const value = entry.attributes[field.name];
  if (typeof value === 'number') return value;
  if (TIMES.includes(field.type) && typeof value === 'string') return value;
  return formatCell(field, value);
}

function getName(target: Resource | undefined, id: string, model: ContentModel): string {
  return target === undefined ? id : getTitle(target, model);
}
