import type { Filter, Query } from '../../jsonapi/query.js';
import type { Field } from '../../management-api/resources.js';
import { toFullText } from '../full-text/search-text.js';
import type { ResourceType } from '../resource-type.js';
import { TERM_ENTITY } from '../terms/term.js';
import { isReference } from '../values.js';
import { type Condition, isListFilter, type ListFilter, toConditions } from './condition.js';
import { toDateFilters } from './date-filters.js';

const STATUSES = ['published', 'unpublished', 'scheduled'] as const;

type Status = (typeof STATUSES)[number];

/** The search parameters of the list of entries. */
export interface EntriesSearch {
  /** Words that the label or the texts contain, or a text that the label contains. */
  readonly q?: string | undefined;
  /** `scheduled`: those that have one of the next times of publication of the site. */
  readonly status?: Status;
  /** Conditions on fields, all of which must hold. */
  readonly filters?: readonly ListFilter[];
  /** A field, with `-` before it for descending. */
  readonly sort?: string;
  /** Names of the fields shown besides the label field. */
  readonly columns?: readonly string[];
  readonly offset?: number;
  /** Entries of one page. */
  readonly size?: number;
  /** The id of the job whose progress is shown. */
  readonly job?: string;
  /** Whether the entries with changes that are not published are listed, in place of those that the rest describes. */
  readonly changes?: true;
  /** How terms are shown, unless the search narrows them. */
  readonly view?: ListLayout;
}

const LAYOUTS = ['list', 'tree'] as const;

export type ListLayout = (typeof LAYOUTS)[number];

export function isListLayout(value: unknown): value is ListLayout {
  return LAYOUTS.some((one) => one === value);
}

export function parseEntriesSearch(search: Readonly<Record<string, unknown>>): EntriesSearch {
  const { q, status, filters, sort, columns, offset, size, job, changes, view } = search;
  return {
    ...(isText(q) ? { q } : {}),
    ...(isStatus(status) ? { status } : {}),
    ...(Array.isArray(filters) ? { filters: filters.filter(isListFilter) } : {}),
    ...(isText(sort) ? { sort } : {}),
    ...(Array.isArray(columns) ? { columns: columns.filter(isText) } : {}),
    ...(typeof offset === 'number' && offset > 0 ? { offset } : {}),
    ...(PAGE_SIZES.some((one) => one === size) ? { size: Number(size) } : {}),
    ...(isText(job) ? { job } : {}),
    ...(changes === true ? { changes } : {}),
    ...(isListLayout(view) ? { view } : {}),
  };
}

/** Parameters of the present moment, and how the list is shown. */
const NOT_IN_VIEWS = ['offset', 'job', 'changes', 'view'];

/** The part of a search that a saved view has: not the page, and not a job. */
export function toViewSearch(search: EntriesSearch): EntriesSearch {
  const members = Object.entries(search).filter(
    ([name, value]) => !NOT_IN_VIEWS.includes(name) && !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(members);
}

export function isStatus(value: unknown): value is Status {
  return STATUSES.some((one) => one === value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** Names of base fields: a type without one of them lacks its column. */
const DEFAULT_COLUMNS = ['target', 'status', 'changed', 'automatic'];

/** The fields shown besides the label field. */
export function getColumns(
  { allFields }: ResourceType,
  { columns = DEFAULT_COLUMNS }: EntriesSearch,
): readonly Field[] {
  return allFields.filter(({ name }) => columns.includes(name));
}

/** The name of the column with schedules, which no field can have. */
export const SCHEDULE_COLUMN = 'publish_on';

/** Whether the list shows when entries are published and unpublished: on demand, since it needs a request for each page. */
export function hasScheduleColumn(
  { entity }: ResourceType,
  { columns = [], status }: EntriesSearch,
): boolean {
  return entity.schedulable && (columns.includes(SCHEDULE_COLUMN) || status === 'scheduled');
}

/** The names of all columns besides that of the label field. */
export function getColumnNames(resourceType: ResourceType, search: EntriesSearch): readonly string[] {
  const names = getColumns(resourceType, search).map(({ name }) => name);
  return hasScheduleColumn(resourceType, search) ? [...names, SCHEDULE_COLUMN] : names;
}

/** The search with the columns and the page size that are shown, also where they are the default ones. */
export function toShown(resourceType: ResourceType, search: EntriesSearch): EntriesSearch {
  const columns = getColumnNames(resourceType, search);
  return { ...search, columns, size: search.size ?? PAGE_SIZES[0] };
}

const NOT_SORTABLE = [
  'entity_reference',
  'file',
  'image',
  'file_uri',
  'focal_point',
  'link',
  'menu_link_parent',
  'path',
  'json',
  'daterange',
  'text_long',
  'text_with_summary',
];

export function isSortable({ type }: Field): boolean {
  return !NOT_SORTABLE.includes(type);
}

/** The order of the list: the chosen one, or the latest change first; `undefined` for the best matches of a search first. */
export function getSort(resourceType: ResourceType, { sort, q = '' }: EntriesSearch): string | undefined {
  return sort ?? (toFullText(q) === undefined ? getDefaultSort(resourceType) : undefined);
}

/** The latest change first. */
export function getDefaultSort({ allFields }: ResourceType): string | undefined {
  return allFields.some(({ name }) => name === 'changed') ? '-changed' : undefined;
}

/** Whether a search narrows the list. */
export function isNarrowed({ q, status, filters = [] }: EntriesSearch): boolean {
  return q !== undefined || status !== undefined || filters.length > 0;
}

/** Whether terms are shown as a tree: a search lists them. */
export function isTree({ entity }: ResourceType, search: EntriesSearch): boolean {
  return entity.name === TERM_ENTITY && search.view === 'tree' && !isNarrowed(search);
}

/** The sizes of pages to choose from; the first is the default. */
export const PAGE_SIZES = [25, 50, 100] as const;

/** The query for the service that a search stands for: by full text, as far as the searched text has a word. */
export function buildEntriesQuery(resourceType: ResourceType, search: EntriesSearch): Query {
  const fulltext = toFullText(search.q ?? '');
  if (fulltext === undefined) return buildLabelQuery(resourceType, search);
  const query = buildLabelQuery(resourceType, { ...search, q: undefined });
  return { ...query, fulltext, sort: getSort(resourceType, search) };
}

/** The query for the entries whose label contains the searched text, also within a word. */
export function buildLabelQuery(resourceType: ResourceType, search: EntriesSearch): Query {
  const { labelField, allFields } = resourceType;
  const { q, status, filters = [], columns = [], offset = 0 } = search;
  const conditions = filters.flatMap((filter) => toFilters(filter, allFields));
  if (q !== undefined) conditions.push({ path: labelField.name, operator: 'CONTAINS', value: q });
  if (status === 'published' || status === 'unpublished')
    conditions.push({ path: 'status', operator: '=', value: status === 'published' ? '1' : '0' });
  const references = allFields.filter(isReference).map(({ name }) => name);
  return {
    filters: conditions,
    sort: search.sort ?? getDefaultSort(resourceType),
    include: columns.filter((name) => references.includes(name)),
    limit: search.size ?? PAGE_SIZES[0],
    offset,
  };
}

function toFilters(filter: ListFilter, fields: readonly Field[]): readonly Filter[] {
  const alternatives = toConditions(filter).map((condition) => toConditionFilters(condition, fields));
  const [first = [], second] = alternatives;
  if (second === undefined) return first;
  return [{ conjunction: 'OR', filters: alternatives.map(toOne) }];
}

/** Filters that must all hold, as one. */
function toOne(filters: readonly Filter[]): Filter {
  const [first, second] = filters;
  return first !== undefined && second === undefined ? first : { conjunction: 'AND', filters };
}

function toConditionFilters(condition: Condition, fields: readonly Field[]): readonly Filter[] {
  const { path, operator, value } = condition;
  if (!requiresValue(operator)) return [{ path, operator }];
  const field = fields.find(({ name }) => name === path.split('.')[0]);
  const hasTime = field?.settings.datetimeType !== 'date';
  return toDateFilters(condition, hasTime) ?? [{ path, operator, value }];
}

/** Whether an operator has a value: all except `IS NULL` and `IS NOT NULL`. */
export function requiresValue(operator: string): boolean {
  return !operator.endsWith('NULL');
}
