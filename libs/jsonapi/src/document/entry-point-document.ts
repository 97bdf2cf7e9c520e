import type { Principal } from '@content-service/scopes';
import { type DocumentContext, documentText } from './document.js';
import { collectionHref, entryHref, entryPointHref, linksText, withQuery } from './links.js';

/** The index of all collections by resource type. A user's token also finds its own profile, under `meta.links.me`. */
export function entryPointDocument(
  principal: Principal,
  { site, model, query }: Omit<DocumentContext, 'fields'>,
): string {
  const collections = new Map(model.resourceTypes.map(({ name }) => [name, collectionHref(name, site)]));
  return documentText({
    data: '[]',
    meta: principal.kind === 'user' ? meText(principal.userId, site) : undefined,
    links: linksText({ self: withQuery(entryPointHref(site), query), ...Object.fromEntries(collections) }),
  });
}

function meText(id: string, site: DocumentContext['site']): string {
  return JSON.stringify({
    links: { me: { href: entryHref({ type: 'user--user', id }, site), meta: { id } } },
  });
}
