import { isJsonObject } from '@content-service/kernel';
import type { SourceClient } from './source-client.js';
import { getHref } from './source-documents.js';
import { SourceFault, SourceRefusal, SourceUnavailable } from './source.errors.js';

/** A collection of the source: a link of its start document. */
export interface SourceCollection {
  /** The name of the link: a resource type such as `node--article`. */
  readonly name: string;
  readonly url: string;
}

export interface StartDocument {
  readonly url: string;
  readonly collections: readonly SourceCollection[];
  /** A sentence for each link that leads to another origin. */
  readonly refused: readonly string[];
}

/** Paths of the start document on sites of which only the origin is given: Drupal's, and that of this service. */
const PATHS = ['/jsonapi', '/api'];

/** Links of documents that lead to no collection (JSON:API 1.1 «Links»; `me` is the user in Drupal). */
const OTHER_LINKS: ReadonlySet<string> = new Set([
  ...['self', 'related', 'describedby', 'first', 'last', 'prev', 'next', 'me'],
]);

/**
 * Reads the document that links the collections of a site.
 *
 * @param address of the document, or of the site alone
 * @throws SourceUnavailable when there is no such document
 */
export async function readStartDocument(client: SourceClient, address: URL): Promise<StartDocument> {
  const candidates = address.pathname === '/' ? PATHS.map((path) => new URL(path, address)) : [address];
  const failures: string[] = [];
  for (const url of candidates) {
    try {
      return parseStartDocument(await client.get(url), url, client);
    } catch (error) {
      if (!(error instanceof SourceFault)) throw error;
      failures.push(error.message);
      if (error instanceof SourceRefusal && error.status === 401) break;
    }
  }
  throw new SourceUnavailable(`There is no start document of JSON:API: ${failures.join(' ')}`);
}

function parseStartDocument(
  document: Awaited<ReturnType<SourceClient['get']>>,
  url: URL,
  client: SourceClient,
): StartDocument {
  const { links } = document;
  if (!isJsonObject(links)) throw new SourceFault(`${url.href} has no 'links' to collections.`);
  const collections: SourceCollection[] = [];
  const refused: string[] = [];
  for (const [name, link] of Object.entries(links)) {
    const href = getHref(link);
    if (href === undefined || OTHER_LINKS.has(name)) continue;
    try {
      collections.push({ name, url: client.resolve(href, url).href });
    } catch (error) {
      if (!(error instanceof SourceFault)) throw error;
      refused.push(error.message);
    }
  }
  if (collections.length === 0 && refused.length === 0)
    throw new SourceFault(`${url.href} has no links to collections.`);
  return { url: url.href, collections, refused };
}
