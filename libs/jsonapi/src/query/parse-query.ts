import type { ContentModel, ResourceType } from '@content-service/bundles';
import {
  type CollectionRequest,
  type IncludeTree,
  type QueryContext,
  queryWeight,
  resolveInclude,
  type SeekRequest,
} from '@content-service/entries';
import { Problems } from '@content-service/kernel';
import { InvalidParameter } from '../jsonapi.errors.js';
import { type Parameter, parseBracketParams } from './bracket-params.js';
import type { Cursors, CursorSeal } from './cursor.js';
import { parseCursorPage, requireCursorSort } from './parse-cursor-page.js';
import { parseFields, type SparseFieldsets } from './parse-fields.js';
import { parseFilter } from './parse-filter.js';
import { parseInclude } from './parse-include.js';
import { parsePage } from './parse-page.js';
import { parseSort } from './parse-sort.js';
import { requireCurrentVersion } from './resource-version.js';

/** What decides how a document looks, whatever it shows. */
export interface DocumentShape {
  readonly fields: SparseFieldsets;
  /** `undefined` when no include was asked for; an empty tree when an empty one was. */
  readonly include: IncludeTree | undefined;
}

export interface CollectionQuery extends DocumentShape {
  readonly request: CollectionRequest;
}

/** A collection that is read from place to place. */
export interface CursorQuery extends DocumentShape {
  readonly request: SeekRequest;
  /** Makes the cursors of this order. */
  readonly cursors: Cursors;
}

/** The site's settings that bound a query. */
export interface QueryLimits {
  readonly pageLimitMaximum: number;
  readonly includeDepthMaximum: number;
}

export interface CollectionQueryContext extends QueryContext {
  readonly limits: QueryLimits;
}

export interface EntryQueryContext {
  readonly model: ContentModel;
  /** Where include paths start: the entry's type, or for a related read the types the relationship can lead to. */
  readonly types: readonly ResourceType[];
  readonly limits: Pick<QueryLimits, 'includeDepthMaximum'>;
}

/**
 * Reads the query of a collection.
 *
 * @param rawQuery what stands behind the `?` of the URL, still encoded
 * @throws InvalidParameter and what resolving names against the model throws, all with the parameter to blame
 */
export function parseCollectionQuery(rawQuery: string, context: CollectionQueryContext): CollectionQuery {
  const { page, shape, selection } = parseSelection(rawQuery, context);
  return { ...shape, request: { ...selection, ...parsePage(page, context.limits.pageLimitMaximum) } };
}

/**
 * Reads the query of a collection to which the cursor pagination profile is applied.
 *
 * @throws as `parseCollectionQuery`, PageSizeExceeded, RangeNotSupported, SortNotSupported
 */
export function parseCursorQuery(
  rawQuery: string,
  context: CollectionQueryContext,
  seal: CursorSeal,
): CursorQuery {
  const { page, shape, selection } = parseSelection(rawQuery, context);
  requireCursorSort(selection.sort);
  const cursors = seal.of({ type: context.type.name, sort: selection.sort });
  const window = parseCursorPage(page, context.limits.pageLimitMaximum, cursors);
  return { ...shape, request: { ...selection, ...window }, cursors };
}

/** Hundreds of conditions through one relationship, or a few through many, are answered in an instant. */
const WEIGHT_MAXIMUM = 600;

/** Everything but the page. */
function parseSelection(
  rawQuery: string,
  context: CollectionQueryContext,
): {
  readonly page: Parameter | undefined;
  readonly shape: DocumentShape;
  readonly selection: Pick<CollectionRequest, 'type' | 'filter' | 'sort'>;
} {
  const parameters = parseParameters(rawQuery);
  const { type, model, limits } = context;
  const filter = parseFilter(parameters.get('filter'), context);
  const sort = parseSort(parameters.get('sort'), context);
  const selection = { type, ...(filter === undefined ? {} : { filter }), sort };
  const weight = queryWeight(selection);
  if (weight > WEIGHT_MAXIMUM)
    throw new InvalidParameter(
      filter === undefined ? 'sort' : 'filter',
      `The paths of filter and sort are too many and too long: the squares of the numbers of their relationships ` +
        `add up to ${weight}; at most ${WEIGHT_MAXIMUM} are allowed.`,
    );
  return {
    page: parameters.get('page'),
    shape: shapeOf(parameters, { model, types: [type], limits }),
    selection,
  };
}

/**
 * Reads the query of every other endpoint of entries, writes included: `filter`, `sort` and `page` are ignored there.
 *
 * @throws InvalidParameter, InvalidInclude
 */
export function parseEntryQuery(rawQuery: string, context: EntryQueryContext): DocumentShape {
  return shapeOf(parseParameters(rawQuery), context);
}

/**
 * Reads the query of atomic operations, whose answer has no place for included resources.
 *
 * @throws InvalidParameter
 */
export function parseOperationsQuery(rawQuery: string): Pick<DocumentShape, 'fields'> {
  const parameters = parseParameters(rawQuery);
  const include = parameters.get('include');
  if (include !== undefined)
    throw new InvalidParameter(include.name, 'Results of operations come without included resources.');
  return { fields: parseFields(parameters.get('fields')) };
}

/** Refuses what the entry point does not know; it has no parameters of its own. @throws InvalidParameter */
export function checkEntryPointQuery(rawQuery: string): void {
  parseParameters(rawQuery);
}

const FAMILIES = ['fields', 'filter', 'include', 'page', 'sort'];

/**
 * Names of lower-case letters only belong to JSON:API, so unknown ones are refused; others are anybody's and ignored
 * (JSON:API 1.1 «Query Parameters»).
 */
function parseParameters(rawQuery: string): ReadonlyMap<string, Parameter> {
  const parameters = parseBracketParams(rawQuery);
  const unknown = [...parameters].filter(([family]) => /^[a-z]+$/.test(family) && !FAMILIES.includes(family));
  const message = `Known query parameters: ${FAMILIES.join(', ')}.`;
  Problems.throwAny(
    unknown.map(
      ([family, { name }]) => new InvalidParameter(name, `Unknown query parameter '${family}'. ${message}`),
    ),
  );
  requireCurrentVersion(parameters.get('resourceVersion'));
  return parameters;
}

function shapeOf(parameters: ReadonlyMap<string, Parameter>, context: EntryQueryContext): DocumentShape {
  const { types, model, limits } = context;
  const paths = parseInclude(parameters.get('include'));
  return {
    fields: parseFields(parameters.get('fields')),
    include: paths && resolveInclude(paths, types, model, limits.includeDepthMaximum),
  };
}
