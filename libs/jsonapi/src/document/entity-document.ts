import type { EntryReading } from '@content-service/entries';
import { type DocumentContext, documentText } from './document.js';
import { entryHref, linksText, withQuery } from './links.js';
import { surroundingMembers } from './reading.js';
import { resourceWriter } from './resource-object.js';

/** The document of one entry; also the answer to POST and PATCH, so that it equals a later GET. */
export function entityDocument(reading: EntryReading, context: DocumentContext): string {
  const write = resourceWriter(context);
  return documentText({
    data: write(reading.entry),
    ...surroundingMembers(reading, write, context),
    links: linksText({ self: withQuery(entryHref(reading.entry, context.site), context.query) }),
  });
}
