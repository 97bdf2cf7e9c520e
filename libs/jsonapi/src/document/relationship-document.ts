import type { LinkageReading, RelatedReading } from '@content-service/entries';
import { type DocumentContext, documentText, listText } from './document.js';
import { linkageText } from './linkage.js';
import { entryHref, linksText, withQuery } from './links.js';
import { surroundingMembers } from './reading.js';
import { resourceWriter, type WriteResource } from './resource-object.js';

/** The entries a relationship points at, with their fields. Never paged. */
export function relatedDocument(reading: RelatedReading, field: string, context: DocumentContext): string {
  const write = resourceWriter(context);
  return documentText({
    data: relatedData(reading, write),
    ...surroundingMembers(reading, write, context),
    links: linksText({ self: withQuery(`${entryHref(reading.host, context.site)}/${field}`, context.query) }),
  });
}

/** A list, or for a to-one relationship one resource or `null` (JSON:API 1.1 «Fetching Resources»). */
function relatedData({ multiple, entries }: RelatedReading, write: WriteResource): string {
  if (multiple) return listText(entries, write);
  return entries[0] === undefined ? 'null' : write(entries[0]);
}

/** The linkage of a relationship (JSON:API 1.1 «Fetching Relationships»). */
export function relationshipDocument(
  reading: LinkageReading,
  field: string,
  context: DocumentContext,
): string {
  const host = entryHref(reading.host, context.site);
  return documentText({
    data: linkageText(reading.linkage, reading.multiple),
    ...surroundingMembers(reading, resourceWriter(context), context),
    links: linksText({
      self: withQuery(`${host}/relationships/${field}`, context.query),
      related: `${host}/${field}`,
    }),
  });
}
