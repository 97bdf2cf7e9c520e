import type { AddressInfo } from 'node:net';
import type { Response } from 'supertest';
import type { Entry } from '@content-service/entries';
import { formatEntryPath } from '../support/entry-path.js';
import { eventually } from '../support/eventually.js';
import { EventStreamReader } from '../support/event-stream.js';
import { ALL_SCOPES, ManagedSite } from '../support/managed-site.js';

/** Words that the working copy of each test alone has, in its texts and its alias. */
const [MARKER, OTHER_MARKER] = ['zqxharbourmarker', 'zqxferrymarker'];
const COPY = 'resourceVersion=rel:working-copy';

/** The paths that show working copies, to those with `content:administer` alone. */
const SHOWN_IN = new Set(['/manage/entry-copies']);

describe('a working copy', () => {
  let site: ManagedSite;
  let manager: ReturnType<ManagedSite['app']['api']['asAdministrator']>;
  let entry: Entry;
  /** The term that the published entry links, and that which its copy does. */
  let tag: Entry;
  let added: Entry;
  beforeAll(async () => {
    site = await ManagedSite.start({ CACHE_TAGS: 'both' });
    await site.app.site.settings({ publicAccess: true, publicMaxAgeSeconds: 10, sharedMaxAgeSeconds: 3600 });
    const { id } = await site.oauth.client({ allowedScopes: ALL_SCOPES });
    manager = site.app.api.withAuthorization(`Bearer ${await site.issueToken(id)}`);
    [tag, added] = [await site.app.site.tag(), await site.app.site.tag()];
    entry = await site.app.site.article({ title: 'Trams', field_rating: 3 }, { field_tags: [tag] });
    await site.app.site.article({ title: 'Zebra', field_rating: 4 });
  });
  afterAll(() => site.stop());

  const save = (members: object): Promise<Response> =>
    manager.patch(`${formatEntryPath(entry)}?${COPY}`, {
      data: { type: entry.type, id: entry.id, ...members },
    });
  const members = (marker: string): object => ({
    attributes: {
      title: marker,
      field_rating: 5,
      body: { value: `<p>${marker}</p>`, format: 'basic_html' },
      path: { alias: `/${marker}`, langcode: 'en' },
    },
    relationships: { field_tags: { data: [{ type: added.type, id: added.id }] } },
  });

  /** Reads whose answers depend on values, linkage and publication of the entry. */
  const listReads = (): readonly string[] => {
    const path = formatEntryPath(entry);
    return [
      path,
      `${path}/field_tags`,
      `${path}/relationships/field_tags`,
      '/api',
      '/api/node/article',
      '/api/node/article?sort=title',
      '/api/node/article?sort=-field_rating',
      '/api/node/article?sort=field_tags.name',
      '/api/node/article?filter[field_rating]=5',
      `/api/node/article?filter[title]=${MARKER}`,
      `/api/node/article?filter[body.value][operator]=CONTAINS&filter[body.value][value]=${MARKER}`,
      `/api/node/article?filter[fulltext]=${MARKER}`,
      `/api/node/article?filter[field_tags.id]=${added.id}`,
      '/api/node/article?filter[status]=0',
      '/api/node/article?include=field_tags',
      `/api/node/article?${COPY}`,
      `/api/node/article?${COPY}&filter[title]=${MARKER}`,
      `/router/translate-path?path=/${MARKER}`,
      `/router/translate-path?path=/node/${entry.id}`,
    ].map(encodeURI);
  };
  const read = async (): Promise<readonly object[]> => {
    const { api } = site.app;
    const seen: object[] = [];
    for (const path of listReads())
      for (const [reader, client] of Object.entries({
        anonymous: api.asAnonymous(),
        reader: api.asReader(),
      })) {
        const { status, text, headers } = await client.get(path);
        const shown = JSON.parse(text) as { errors?: readonly { id?: string }[] };
        for (const error of shown.errors ?? []) delete error.id;
        const { etag, 'surrogate-key': tags } = headers;
        seen.push({ reader, path, status, shown, etag: status === 200 ? etag : undefined, tags });
      }
    return seen;
  };

  it('changes no answer to readers, no event, no stream and no cache tag until it is published', async () => {
    const { port } = site.app.nest.getHttpServer().address() as AddressInfo;
    const stream = await EventStreamReader.open(`http://127.0.0.1:${port}/api/events`);
    const before = await read();

    expect((await save(members(MARKER))).status).toBe(200);
    const during = await read();
    expect((await save({ attributes: { field_rating: 2 } })).status).toBe(200);
    expect((await manager.send('delete', `${formatEntryPath(entry)}?${COPY}`)).status).toBe(204);
    expect((await save(members(MARKER))).status).toBe(200);
    const again = await read();

    expect(during).toEqual(before);
    expect(again).toEqual(before);
    const published = await save({ attributes: { status: true } });
    expect(published.status).toBe(200);
    // The stream can begin with the creations before the test.
    const getChanges = (): readonly object[] =>
      stream.events.filter(({ event }) => event !== 'entry.created');
    await eventually(() => Promise.resolve(getChanges().length > 0));
    expect(getChanges()).toEqual([{ event: 'entry.updated', id: entry.id }]);
    stream.close();
    const { body } = await manager.get(`/manage/events?subject=${entry.id}`);
    expect((body as { items: { type: string }[] }).items.map(({ type }) => type)).toEqual([
      'entry.created',
      'entry.updated',
    ]);
  });

  it('is in no answer of the API and the management API but those that are about copies', async () => {
    entry = await site.app.site.article({ title: 'Ferries' }, { field_tags: [tag] });
    expect((await save(members(OTHER_MARKER))).status).toBe(200);
    const document = (await manager.get('/openapi.json')).body as {
      paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
    };
    const paths = Object.entries(document.paths)
      .filter(([path, operations]) => 'get' in operations && !path.includes('/events'))
      .map(([path]) => path.replace('/node/article/{uuid}', `/node/article/${entry.id}`))
      .filter((path) => !path.includes('{'));
    expect(paths.length).toBeGreaterThan(40);
    const found: string[] = [];

    for (const path of paths) {
      const { text } = await manager.get(path);
      if (text.includes(OTHER_MARKER)) found.push(path);
    }

    expect(found).toEqual([...SHOWN_IN]);
  });
});
