import type { ContentModel, ResourceType } from '@content-service/bundles';
import {
  type CollectionRequest,
  type IncludeTree,
  parsePreviewVersion,
  PreviewInvalid,
  type QueryContext,
  type ReadContext,
  requireComplexity,
  resolveInclude,
  resolveSort,
  type Sort,
} from '@content-service/entries';
import { AggregateDomainError } from '@content-service/kernel';
import { InvalidParameter } from '../jsonapi.errors.js';
import { type Parameter, type ParameterValue, parseBracketedQuery } from './parse-bracketed-query.js';
import { findSearch, parseFilter } from './parse-filter.js';

/** Options of every document of entries. */
export interface DocumentOptions {
  readonly fields: SparseFieldsets;
  /** `undefined` without `include`; an empty tree for an empty `include`. */
  readonly include: IncludeTree | undefined;
}

export interface CollectionQuery extends DocumentOptions {
  readonly request: CollectionRequest;
}

/** Site settings that limit a query. */
export interface QueryLimits {
  readonly pageLimitMaximum: number;
  readonly includeDepthMaximum: number;
  /** In the units of `COMPLEXITY` (entries). */
  readonly queryComplexityMaximum: number;
}

export interface CollectionQueryContext extends QueryContext {
  readonly limits: QueryLimits;
}

export interface EntryQueryContext {
  readonly model: ContentModel;
  /** Types at which include paths start: the type of the entry, or the target types of the relationship for a related read. */
  readonly types: readonly ResourceType[];
  readonly limits: Omit<QueryLimits, 'pageLimitMaximum'>;
}

/**
 * Parses the query of a collection.
 *
 * @param rawQuery the part of the URL after `?`, still encoded
 * @throws InvalidParameter, QueryTooComplex and the errors of resolving names in the model, each with its `parameter`
 */
export function parseCollectionQuery(rawQuery: string, context: CollectionQueryContext): CollectionQuery {
  const { page, options, selection } = parseSelection(rawQuery, context);
  return { ...options, request: { ...selection, ...parsePage(page, context.limits.pageLimitMaximum) } };
}

/** Parses everything but `page`, of which the kinds of pagination have different keys. */
export function parseSelection(
  rawQuery: string,
  context: CollectionQueryContext,
): {
  readonly page: Parameter | undefined;
  readonly options: DocumentOptions;
  readonly selection: Pick<CollectionRequest, 'type' | 'filter' | 'sort' | 'ranking'>;
} {
  const parameters = parsePresentParameters(rawQuery);
  const { type, model, limits } = context;
  const filter = parseFilter(parameters.get('filter'), context);
  const sort = parseSort(parameters.get('sort'), context);
  const ranking = parameters.has('sort') ? undefined : findSearch(filter);
  const selection = { type, filter, sort, ranking };
  const options = parseDocumentOptions(parameters, { model, types: [type], limits });
  requireComplexity({ ...selection, include: options.include }, limits.queryComplexityMaximum);
  return { page: parameters.get('page'), options, selection };
}

/** One page of a collection by offset. */
interface Page {
  readonly offset: number;
  readonly limit: number;
}

// Below the integer limits of all stores.
const OFFSET_MAXIMUM = 2 ** 52;

/**
 * Parses `page[limit]` and `page[offset]`; other keys are ignored. The limit defaults to the maximum and is reduced to it.
 *
 * @throws InvalidParameter
 */
function parsePage(page: Parameter | undefined, limitMaximum: number): Page {
  if (page === undefined) return { offset: 0, limit: limitMaximum };
  if (page.kind === 'value')
    throw new InvalidParameter(page.name, `'page' needs a key: page[limit]=10&page[offset]=20.`);
  const limit = parseNumber(page.members.get('limit'), 1) ?? limitMaximum;
  const offset = parseNumber(page.members.get('offset'), 0) ?? 0;
  return { offset: Math.min(offset, OFFSET_MAXIMUM), limit: Math.min(limit, limitMaximum) };
}

/** Parses digits; `undefined` when absent. @throws InvalidParameter for other text and for a number below the minimum */
export function parseNumber(parameter: Parameter | undefined, minimum: number): number | undefined {
  if (parameter === undefined) return undefined;
  const text = parameter.kind === 'value' ? parameter.value : '';
  if (/^\d+$/.test(text) && Number(text) >= minimum) return Number(text);
  const got = parameter.kind === 'value' ? `'${text}'` : 'a list';
  throw new InvalidParameter(
    parameter.name,
    `'${parameter.name}' must be an integer of at least ${minimum}, in digits, got ${got}.`,
  );
}

/** The version of the host that a read is about; its present state without members. */
export type RequestedVersion = Pick<ReadContext, 'revision' | 'workingCopy' | 'preview'>;

/**
 * Parses the query of reads below one entry; `filter`, `sort` and `page` are ignored there.
 *
 * @throws InvalidParameter, InvalidInclude, QueryTooComplex, PreviewInvalid
 */
export function parseEntryQuery(
  rawQuery: string,
  context: EntryQueryContext,
): DocumentOptions & RequestedVersion {
  const parameters = parseParameters(rawQuery);
  const version = parseResourceVersion(parameters.get('resourceVersion'));
  return { ...parseBoundedOptions(parameters, context), ...version };
}

/** Parses the query of a write, as that of a read of the present state. @throws as `parseEntryQuery` */
export function parseWriteQuery(rawQuery: string, context: EntryQueryContext): DocumentOptions {
  return parseBoundedOptions(parseEntryParameters(rawQuery), context);
}

/**
 * Parses the query of a write of one entry, or of its working copy.
 *
 * @param type of the entry
 * @throws as `parseEntryQuery`
 */
export function parseChangeQuery(
  rawQuery: string,
  type: ResourceType,
  context: EntryQueryContext,
): DocumentOptions & Pick<RequestedVersion, 'workingCopy'> {
  const parameters = parsePresentParameters(rawQuery);
  const version = parameters.get('resourceVersion');
  const workingCopy = version !== undefined && parseResourceVersion(version).workingCopy === true;
  if (workingCopy && !type.entityType.versioned)
    throw new InvalidParameter(version.name, `Entries of ${type.name} have no working copies.`);
  return { ...parseBoundedOptions(parameters, context), workingCopy };
}

function parseBoundedOptions(
  parameters: ReadonlyMap<string, Parameter>,
  context: EntryQueryContext,
): DocumentOptions {
  const options = parseDocumentOptions(parameters, context);
  const { include } = options;
  if (include !== undefined) requireComplexity({ include }, context.limits.queryComplexityMaximum);
  return options;
}

/**
 * Parses the query of atomic operations; their results cannot have included resources.
 *
 * @throws InvalidParameter
 */
export function parseOperationsQuery(rawQuery: string): Pick<DocumentOptions, 'fields'> {
  const parameters = parseEntryParameters(rawQuery);
  const include = parameters.get('include');
  if (include !== undefined)
    throw new InvalidParameter(
      include.name,
      'The results of operations have no included resources; leave out include.',
    );
  return { fields: parseFields(parameters.get('fields')) };
}

/** Rejects unknown query parameters of the entry point, which has none of its own. @throws InvalidParameter */
export function assertEntryPointQuery(rawQuery: string): void {
  parsePresentParameters(rawQuery);
}

const FAMILIES = ['fields', 'filter', 'include', 'page', 'sort'];

/**
 * Parses the query and rejects unknown names of lower-case letters only, which JSON:API reserves; other unknown names are
 * ignored (JSON:API 1.1 «Query Parameters»).
 */
export function parseParameters(rawQuery: string): ReadonlyMap<string, Parameter> {
  const parameters = parseBracketedQuery(rawQuery);
  const unknown = [...parameters].filter(([family]) => /^[a-z]+$/.test(family) && !FAMILIES.includes(family));
  const message = `Known query parameters: ${FAMILIES.join(', ')}.`;
  AggregateDomainError.throwIfAny(
    unknown.map(
      ([family, { name }]) => new InvalidParameter(name, `Unknown query parameter '${family}'. ${message}`),
    ),
  );
  return parameters;
}

/** The same where only the present state is read. @throws InvalidParameter */
function parsePresentParameters(rawQuery: string): ReadonlyMap<string, Parameter> {
  const parameters = parseParameters(rawQuery);
  assertPresentVersion(parameters.get('resourceVersion'));
  return parameters;
}

/** The same where entries themselves are written. @throws InvalidParameter */
function parseEntryParameters(rawQuery: string): ReadonlyMap<string, Parameter> {
  const parameters = parsePresentParameters(rawQuery);
  const version = parameters.get('resourceVersion');
  if (version !== undefined && parseResourceVersion(version).workingCopy)
    throw new InvalidParameter(
      version.name,
      'Working copies are written by PATCH and DELETE of one entry alone.',
    );
  return parameters;
}

function parseDocumentOptions(
  parameters: ReadonlyMap<string, Parameter>,
  context: EntryQueryContext,
): DocumentOptions {
  const { types, model, limits } = context;
  const paths = parseInclude(parameters.get('include'));
  return {
    fields: parseFields(parameters.get('fields')),
    include: paths && resolveInclude(paths, types, model, limits.includeDepthMaximum),
  };
}

/** The fields of each resource type; absent types show all fields (JSON:API 1.1 «Sparse Fieldsets»). */
export type SparseFieldsets = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Parses `fields[node--article]=title,uid`. An empty list selects no fields; unknown names are ignored.
 *
 * @throws InvalidParameter
 */
export function parseFields(fields: Parameter | undefined): SparseFieldsets {
  if (fields === undefined) return new Map();
  if (fields.kind === 'value')
    throw new InvalidParameter(fields.name, `'fields' needs a resource type: fields[node--article]=title.`);
  return new Map([...fields.members].map(([type, list]) => [type, parseNames(list)]));
}

function parseNames(list: Parameter): ReadonlySet<string> {
  if (list.kind === 'members')
    throw new InvalidParameter(list.name, `'${list.name}' takes one comma-separated list of names.`);
  return new Set(list.value.split(',').map((name) => name.trim()));
}

/**
 * Parses `include=uid,field_tags.parent` into its paths; an empty value is an empty list.
 *
 * @returns `undefined` without `include`
 * @throws InvalidParameter
 */
function parseInclude(include: Parameter | undefined): readonly string[] | undefined {
  if (include === undefined) return undefined;
  if (include.kind === 'members')
    throw new InvalidParameter(include.name, `'include' takes one comma-separated list of paths.`);
  if (include.value.trim() === '') return [];
  const paths = include.value.split(',').map((path) => path.trim());
  if (paths.includes(''))
    throw new InvalidParameter(include.name, `'${include.value}' has an empty path between its commas.`);
  return paths;
}

// Not stated by the specification; each key costs the database a column or a subquery.
const KEYS_MAXIMUM = 20;

/**
 * Parses `sort=title,-created` and `sort[a][path]=title&sort[a][direction]=DESC`.
 *
 * @throws InvalidParameter, and what `resolveSort` throws
 */
function parseSort(sort: Parameter | undefined, context: QueryContext): readonly Sort[] {
  if (sort === undefined) return [];
  const keys = sort.kind === 'value' ? parseSortList(sort) : [...sort.members.values()].map(parseSortMembers);
  if (keys.length > KEYS_MAXIMUM)
    throw new InvalidParameter(
      sort.name,
      `'sort' may have at most ${KEYS_MAXIMUM} fields, got ${keys.length}.`,
    );
  return keys
    .map(({ path, direction, parameter }) => resolveSort(path, direction, parameter, context))
    .filter((key) => key !== undefined);
}

interface UnresolvedSort {
  readonly path: string;
  readonly direction: Sort['direction'];
  readonly parameter: string;
}

function parseSortList({ name, value }: ParameterValue): readonly UnresolvedSort[] {
  let before = '';
  return value.split(',').map((member) => {
    const descending = member.startsWith('-');
    const path = descending ? member.slice(1) : member;
    const excerpt = `sort=${before}^${member}`;
    if (path === '') throw new InvalidParameter(name, `A field name is missing at ${excerpt}.`);
    if (path.includes(' '))
      throw new InvalidParameter(name, `A field name must not contain spaces: ${excerpt}.`);
    before += `${member},`;
    return { path, direction: descending ? 'descending' : 'ascending', parameter: name };
  });
}

/** Parses one `sort[label]`. An unknown direction sorts ascending; other members are ignored. */
function parseSortMembers(sort: Parameter): UnresolvedSort {
  const [path, direction] =
    sort.kind === 'value' ? [] : [sort.members.get('path'), sort.members.get('direction')];
  if (path?.kind !== 'value' || path.value === '')
    throw new InvalidParameter(sort.name, `'${sort.name}' needs a field: sort[label][path]=title.`);
  const descending = direction?.kind === 'value' && direction.value.toUpperCase() === 'DESC';
  return { path: path.value, direction: descending ? 'descending' : 'ascending', parameter: path.name };
}

const WORKING_COPY = 'rel:working-copy';
const CURRENT = ['rel:latest-version', WORKING_COPY];

/**
 * Parses `resourceVersion`: the present state, the working copy, `id:<number>` for the state that a revision has kept, or
 * `preview:<expiry>:<signature>` for that which editors see.
 *
 * @throws InvalidParameter, PreviewInvalid
 */
function parseResourceVersion(version: Parameter | undefined): RequestedVersion {
  if (version === undefined) return {};
  const text = version.kind === 'value' ? version.value : '';
  if (CURRENT.includes(text)) return { workingCopy: text === WORKING_COPY };
  const [, number] = /^id:(\d+)$/.exec(text) ?? [];
  if (number !== undefined) return { revision: Number(number) };
  if (text.startsWith('preview:')) {
    const preview = parsePreviewVersion(text);
    if (preview === undefined) throw new PreviewInvalid();
    return { preview };
  }
  throw new InvalidParameter(
    version.name,
    `'resourceVersion' must be ${CURRENT.join(', ')}, id:<number> or preview:<expiry>:<signature>, got '${text}'.`,
  );
}

/** Refuses other versions where there are none: of collections, and of what is written. @throws InvalidParameter */
function assertPresentVersion(version: Parameter | undefined): void {
  if (version === undefined || (version.kind === 'value' && CURRENT.includes(version.value))) return;
  throw new InvalidParameter(
    version.name,
    `'resourceVersion' must be ${CURRENT.join(' or ')} here: single entries alone are read in other versions.`,
  );
}
