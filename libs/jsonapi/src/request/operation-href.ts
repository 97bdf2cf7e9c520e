import { formatResourceTypeName } from '@content-service/bundles';
import { EntryNotFound } from '@content-service/entries';
import { isUuid, type Json, prefixErrorSource, type Uuid } from '@content-service/kernel';
import type { ApiRoot } from '../document/document.js';
import { InvalidBody } from '../jsonapi.errors.js';

/** The target of an operation: a collection, an entry or a relationship of an entry. */
export type OperationTarget =
  | { readonly type: string; readonly id?: undefined }
  | { readonly type: string; readonly id: Uuid; readonly relationship?: string };

/** The path of the endpoint, against which a relative reference is resolved (RFC 3986 §5). */
const ENDPOINT = '/operations';

/**
 * Parses the `href` of an operation, a URI reference to a collection, an entry or a relationship of this service (extension Atomic
 * Operations, «Operation Objects»): `https://cms.example.com/api/node/article/0190…`, `/api/node/article/0190…/relationships/field_tags`
 * or, relative to the endpoint, `node/article`.
 *
 * @throws InvalidBody for another URL; EntryNotFound when the id is no UUID
 */
export function parseOperationHref(href: Json, { baseUrl, prefix }: ApiRoot): OperationTarget {
  const root = baseUrl + prefix;
  const url =
    typeof href === 'string' && URL.canParse(href, root + ENDPOINT)
      ? new URL(href, root + ENDPOINT)
      : undefined;
  const isBare = url?.search === '' && url.hash === '' && url.username === '' && url.password === '';
  const path = isBare && url.href.startsWith(`${new URL(root).href}/`) ? url.pathname : undefined;
  const segments = path
    ?.slice(new URL(root).pathname.length + 1)
    .split('/')
    .map(decode);
  const [entityType = '', bundle = '', id, marker, relationship = '', ...others] = segments ?? [];
  const isRelationship = marker === 'relationships' && relationship !== '' && others.length === 0;
  if (entityType === '' || bundle === '' || id === '' || (marker !== undefined && !isRelationship))
    throw new InvalidBody(
      `'href' must be the URL of a collection, an entry or a relationship, such as ${root}/node/article, without a query.`,
      '/href',
    );
  const type = formatResourceTypeName(entityType, bundle);
  if (id === undefined) return { type };
  const lowerCase = id.toLowerCase();
  if (!isUuid(lowerCase)) throw prefixErrorSource('', new EntryNotFound(type, id), '/href');
  return { type, id: lowerCase, ...(isRelationship ? { relationship } : {}) };
}

/** The text itself when it is not percent-encoded correctly. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
