import { formatEventCursor } from '@content-service/events';
import { EventStreamReader } from '../support/event-stream.js';
import { type ContentSite, countTargets } from './content-site.js';
import { CURSORS, FLAT, get, LARGE, LINEAR, operation, type Operation, TOLERANCE } from './operation.js';

const COLLECTION = 'GET /api/{entityType}/{bundle}';
const ENTRY = 'GET /api/{entityType}/{bundle}/{uuid}';
const RELATED = 'GET /api/{entityType}/{bundle}/{uuid}/{field}';
const RELATIONSHIP = 'GET /api/{entityType}/{bundle}/{uuid}/relationships/{field}';

/** Entries that one statement reads by their ids. */
const ENTRIES_OF_STATEMENT = 1000;

const formatCondition = (path: string, operator: string, value: string): string =>
  `?filter[x][condition][path]=${path}&filter[x][condition][operator]=${operator}&filter[x][condition][value]=${value}`;

const collection = (
  variant: string,
  growth: number,
  query: string | ((site: ContentSite) => string),
): Operation =>
  operation(COLLECTION, (site) => site.get(typeof query === 'string' ? query : query(site)), {
    variant,
    growth,
  });

const category = ({ categories }: ContentSite): string => `?filter[field_category.id]=${categories[3] ?? ''}`;

/** The cursor of an article in the middle of the order by title. */
async function findMiddleCursor({ client }: ContentSite): Promise<string> {
  const query = `${formatCondition('title', '>=', 'Article 5')}&sort=title&page[size]=1`;
  const { body } = await client.get(encodeURI(`/api/node/article${query}`), { Accept: CURSORS });
  const { links } = body as { links: { next: { href: string } } };
  return new URL(links.next.href).searchParams.get('page[after]') ?? '';
}

const cursor = (variant: string, query: string, needsCursor = false): Operation =>
  operation(
    COLLECTION,
    ({ client }, _, prepared) =>
      client.get(encodeURI(`/api/node/article?page[size]=20&${query}${prepared}`), { Accept: CURSORS }),
    {
      variant: `by the cursor pagination profile, ${variant}`,
      ...(needsCursor ? { prepare: findMiddleCursor } : {}),
    },
  );

const getEntityTag = async (site: ContentSite, path: string): Promise<string> => {
  const { headers } = await site.client.get(path);
  return headers['etag'] ?? '';
};

export const CONTENT_READS: readonly Operation[] = [
  operation('GET /api', ({ client }) => client.get('/api')),
  collection('in creation order', FLAT, ''),
  collection('at half of its entries', LINEAR, ({ middle }) => `?page[offset]=${middle}`),
  collection('newest first', FLAT, '?sort=-created'),
  collection('oldest first', FLAT, '?sort=created'),
  collection('by title', FLAT, '?sort=title'),
  collection('by title, descending', FLAT, '?sort=-title'),
  collection('by two keys', LINEAR, '?sort=field_rating,-title'),
  collection('by two keys, a short page', LINEAR, '?sort=field_rating,-title&page[limit]=10'),
  collection('by the name of a category', LINEAR, '?sort=field_category.name,-created'),
  collection('of a title', FLAT, '?filter[title]=Article 7'),
  collection('of a category', LINEAR, category),
  collection('of a category, newest first', LINEAR, (site) => `${category(site)}&sort=-created`),
  collection('of a rating', LINEAR, '?filter[field_rating]=3&sort=-created'),
  collection('of a rating, a short page', LINEAR, '?filter[field_rating]=3&sort=-created&page[limit]=10'),
  collection('of a tag', LINEAR, '?filter[field_tags.name]=Tag 5&sort=-created'),
  collection('of a tag and a rating', LINEAR, '?filter[field_tags.name]=Tag 5&filter[field_rating]=0'),
  collection('of an author', LINEAR, '?filter[uid.display_name]=Author 5&sort=-created'),
  collection('with CONTAINS on a title', LINEAR, formatCondition('title', 'CONTAINS', '77')),
  collection('with CONTAINS on a body', LINEAR, formatCondition('body.value', 'CONTAINS', 'article 77')),
  collection('with a word that few entries have', LINEAR, '?filter[fulltext]=word7'),
  collection('with a word that all entries have', LINEAR, '?filter[fulltext]=body'),
  collection('with the beginning of a word', LINEAR, '?filter[fulltext]=word1*'),
  collection('with a phrase', LINEAR, '?filter[fulltext]="body of article"'),
  collection('with a word and a rating', LINEAR, '?filter[fulltext]=word7&filter[field_rating]=2'),
  collection('with a word, newest first', LINEAR, '?filter[fulltext]=word7&sort=-created'),
  collection('with includes', FLAT, '?include=field_tags,field_category,field_related'),
  collection(
    'of a category with three includes',
    LINEAR,
    (site) => `${category(site)}&sort=-created&include=field_tags,field_category,uid`,
  ),
  collection('with sparse fieldsets', FLAT, '?fields[node--article]=title'),
  cursor('by title', 'sort=-title'),
  cursor('behind the middle', 'sort=title&page[after]=', true),
  cursor('in front of the middle', 'sort=title&page[before]=', true),
  operation(COLLECTION, ({ managed }) => managed.app.api.asAnonymous().get('/api/node/article'), {
    variant: 'without a token',
  }),
  operation(
    COLLECTION,
    ({ managed }) =>
      managed.app.api.asAnonymous().get(encodeURI('/api/node/article?filter[field_rating]=3&sort=-created')),
    { variant: 'of a rating, without a token', growth: LINEAR },
  ),
  operation(COLLECTION, ({ managed }) => managed.app.api.asReader().get('/api/node/article'), {
    variant: 'by a reader',
  }),
  operation(COLLECTION, ({ client }) => client.send('head', '/api/node/article'), { variant: 'by HEAD' }),
  operation(COLLECTION, ({ client }, _, tag) => client.get('/api/node/article', { 'If-None-Match': tag }), {
    variant: 'that has not changed',
    status: 304,
    prepare: (site) => getEntityTag(site, '/api/node/article'),
  }),
  operation(ENTRY, (site, n) => site.client.get(site.path(n))),
  operation(ENTRY, (site) => site.client.get(site.path(site.middle)), { variant: 'in the middle' }),
  operation(ENTRY, (site, n) => site.client.get(site.path(n, '?include=field_tags')), {
    variant: 'with an include',
  }),
  operation(ENTRY, (site, n) => site.managed.app.api.asAnonymous().get(site.path(n)), {
    variant: 'without a token',
  }),
  operation(ENTRY, (site, n) => site.client.send('head', site.path(n)), { variant: 'by HEAD' }),
  operation(ENTRY, (site, n, tag) => site.client.get(site.path(n), { 'If-None-Match': tag }), {
    variant: 'that has not changed',
    status: 304,
    prepare: (site, n) => getEntityTag(site, site.path(n)),
  }),
  operation(RELATED, (site, n) => site.client.get(site.path(n, '/field_tags'))),
  operation(RELATED, (site) => site.client.get(site.path(-1, '/field_related')), {
    variant: 'that are a tenth of the entries',
    growth: LINEAR,
    further: Math.max(0, countTargets(LARGE) / ENTRIES_OF_STATEMENT - TOLERANCE),
  }),
  operation(RELATIONSHIP, (site, n) => site.client.get(site.path(n, '/relationships/field_tags'))),
  operation(RELATIONSHIP, (site) => site.client.get(site.path(-1, '/relationships/field_related')), {
    variant: 'to a tenth of the entries',
    growth: LINEAR,
  }),
  get('GET /router/translate-path', (_, n) => `/router/translate-path?path=/article-${n}`),
  get('GET /api/menu_items/{menu}', () => '/api/menu_items/main'),
  operation('GET /api/events', readStream, { prepare: findRecentEvent }),
];

/** The cursor of one of the last events, so that few follow. */
async function findRecentEvent({ storage }: ContentSite): Promise<string> {
  const [event] = (await storage.events.readBackwards(undefined, 20)).slice(-1);
  return event === undefined ? '' : formatEventCursor(event);
}

/** Reads the first of the events behind a cursor. */
async function readStream({ managed }: ContentSite, _: number, after: string) {
  const url = `${managed.oauth.url}/api/events?after=${after}`;
  const reader = await EventStreamReader.open(url);
  await reader.waitForEvents(1);
  reader.close();
  return { status: reader.response.status, request: { method: 'GET', url } };
}
