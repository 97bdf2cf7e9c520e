import { formatTypePath } from '../../jsonapi/json-api.js';
import { type Query, toParameters, toQueryString } from '../../jsonapi/query.js';
import { getColumns, buildEntriesQuery, type EntriesSearch } from '../list/entries-search.js';
import type { ResourceType } from '../resource-type.js';
import { isReference } from '../values.js';
import type { Resource } from '../../jsonapi/document.js';
import { formatCurlCommand, formatFetchCall, type HttpRequest } from './format-request.js';

/** A read of the content API: the entries of a resource type, or one of them. */
export interface ApiRequest {
  /** Such as `node--article`. */
  readonly type: string;
  readonly id?: string;
  readonly query: Query;
}

/** The request for a list as it is shown: its filters and order, and its columns as sparse fieldset. */
export function toListRequest(resourceType: ResourceType, search: EntriesSearch): ApiRequest {
  const { type, labelField } = resourceType;
  const columns = getColumns(resourceType, search).map(({ name }) => name);
  const query = buildEntriesQuery(resourceType, search);
  return { type, query: { ...query, fields: { [type]: [labelField.name, ...columns] } } };
}

/** The request for an entry with the targets of its references. */
export function toEntryRequest(
  { allFields }: ResourceType,
  { type, id, relationships = {} }: Resource,
): ApiRequest {
  const include = allFields
    .filter(isReference)
    .map(({ name }) => name)
    .filter((name) => hasTargets(relationships[name]?.data ?? null));
  return { type, id, query: { include } };
}

function hasTargets(linkage: object | null): boolean {
  return Array.isArray(linkage) ? linkage.length > 0 : linkage !== null;
}

/** The path with the query string, such as `/api/node/article?sort=-changed`. */
export function formatPath({ type, id, query }: ApiRequest): string {
  return formatTypePath(type) + (id === undefined ? '' : `/${id}`) + toQueryString(query);
}

/** The request line with one decoded query parameter a line. */
export function formatRequestLines(request: ApiRequest): string {
  const { type, id, query } = request;
  const path = formatPath({ type, ...(id === undefined ? {} : { id }), query: {} });
  const parameters = toParameters(query).map(
    ([name, value], index) => `  ${index === 0 ? '?' : '&'}${name}=${value}`,
  );
  return [`GET ${path}`, ...parameters].join('\n');
}

const toHttpRequest = (request: ApiRequest): HttpRequest => ({
  method: 'GET',
  path: formatPath(request),
  mediaType: 'application/vnd.api+json',
});

export function formatCurl(request: ApiRequest): string {
  return formatCurlCommand(toHttpRequest(request));
}

export function formatFetch(request: ApiRequest): string {
  const members = request.id === undefined ? 'data, included, links, meta' : 'data, included';
  return `const response = await ${formatFetchCall(toHttpRequest(request))};
const { ${members} } = await response.json();`;
}

/** A read with next-drupal, whose parameters are an object that `qs` writes. */
export function formatNextDrupal({ type, id, query }: ApiRequest): string {
  const params = JSON.stringify(groupParameters(toParameters(query)), null, 2).replaceAll('\n', '\n  ');
  const call = id === undefined ? `getResourceCollection('${type}', {` : `getResource('${type}', '${id}', {`;
  return `import { NextDrupal } from 'next-drupal';

const drupal = new NextDrupal(process.env.NEXT_PUBLIC_DRUPAL_BASE_URL, {
  apiPrefix: '/api',
  auth: {
    clientId: process.env.DRUPAL_CLIENT_ID,
    clientSecret: process.env.DRUPAL_CLIENT_SECRET,
  },
  withAuth: true,
});

const ${id === undefined ? 'entries' : 'entry'} = await drupal.${call}
  params: ${params},
});`;
}

/** Parameters by name; those of a list (`…[]`) as one array. */
function groupParameters(
  parameters: readonly (readonly [string, string])[],
): Readonly<Record<string, string | readonly string[]>> {
  const singles = parameters.filter(([name]) => !name.endsWith('[]'));
  const lists = parameters.filter(([name]) => name.endsWith('[]'));
  return {
    ...Object.fromEntries(singles),
    ...Object.fromEntries(
      lists.map(([list]) => [
        list.slice(0, -2),
        lists.filter(([name]) => name === list).map(([, value]) => value),
      ]),
    ),
  };
}
