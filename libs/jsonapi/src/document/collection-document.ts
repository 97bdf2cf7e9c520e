import type { CollectionRequest, EntryPage, SeekPage } from '@content-service/entries';
import type { CursorQuery } from '../query/parse-query.js';
import { type DocumentContext, documentText, listText } from './document.js';
import { collectionHref, cursorHrefs, linksText, pageHrefs, withQuery } from './links.js';
import { surroundingMembers } from './reading.js';
import { resourceWriter } from './resource-object.js';

/** The document of one window of a collection (specification, «Collection document»). */
export function collectionDocument(
  page: EntryPage,
  request: CollectionRequest,
  context: DocumentContext,
): string {
  const href = collectionHref(request.type.name, context.site);
  return pageDocument(page, href, pageHrefs(page, request, href, context.query), context);
}

/** The same of a page next to a cursor (cursor pagination profile). */
export function cursorDocument(
  page: SeekPage,
  query: Pick<CursorQuery, 'request' | 'cursors'>,
  context: DocumentContext,
): string {
  const href = collectionHref(query.request.type.name, context.site);
  return pageDocument(page, href, cursorHrefs(page, query, href, context.query), context);
}

function pageDocument(
  page: EntryPage,
  href: string,
  others: Readonly<Record<string, string | null>>,
  context: DocumentContext,
): string {
  const write = resourceWriter(context);
  return documentText({
    data: listText(page.entries, write),
    ...surroundingMembers(page, write, context, { count: page.count }),
    links: linksText({ self: withQuery(href, context.query), ...others }),
  });
}
