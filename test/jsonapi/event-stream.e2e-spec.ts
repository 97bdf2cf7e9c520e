import type { AddressInfo } from 'node:net';
import type { Entry } from '@content-service/entries';
import { changeEvents, startApp, type TestApp } from '../support/app.js';
import { eventually } from '../support/eventually.js';
import { EventStreamReader } from '../support/event-stream.js';

/** Encrypted, and of one length. */
const ID = /^[\w-]{94}$/;

const ADMINISTRATOR = { client_id: 'administrator', client_secret: 's'.repeat(43) };

describe('GET /api/events', () => {
  let app: TestApp;
  let url: string;
  const readers: EventStreamReader[] = [];
  beforeAll(async () => {
    app = await startApp({ TRUST_PROXY: 'loopback' }, changeEvents({ streamMax: 6 }));
    const { port } = app.nest.getHttpServer().address() as AddressInfo;
    url = `http://127.0.0.1:${port}/api/events`;
  });
  afterEach(async () => {
    for (const reader of readers.splice(0)) {
      reader.close();
      await reader.waitForEnd();
    }
    await app.site.settings({ publicAccess: false });
  });
  afterAll(() => app.stop());

  const open = async (
    query = '',
    headers: Readonly<Record<string, string>> = {},
  ): Promise<EventStreamReader> => {
    const reader = await EventStreamReader.open(url + query, headers);
    if (reader.response.status === 200) readers.push(reader);
    return reader;
  };
  const getToken = async (client: string): Promise<Readonly<Record<string, string>>> => {
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: client,
      client_secret: 's'.repeat(43),
    });
    const response = await fetch(url.replace('/api/events', '/oauth/token'), { method: 'POST', body });
    return { Authorization: `Bearer ${((await response.json()) as { access_token: string }).access_token}` };
  };
  const remove = (entry: Entry): Promise<unknown> =>
    app.api.asAdministrator().delete(`/api/node/article/${entry.id}`);

  it('sends changes as they happen, thin, each with the cursor behind it', async () => {
    const reader = await open('', await getToken('administrator'));
    const entry = await app.site.article();
    await remove(entry);

    await reader.waitForEvents(2);

    expect(reader.response.headers.get('content-type')).toBe('text/event-stream');
    expect(reader.response.headers.get('cache-control')).toBe('no-store');
    expect(reader.messages[0]).toEqual({
      id: expect.stringMatching(ID),
      event: 'entry.created',
      data: expect.any(String),
    });
    expect(JSON.parse(reader.messages[0]?.data ?? '')).toEqual({
      type: 'node--article',
      id: entry.id,
      operation: 'create',
      version: 1,
      time: '2023-11-14T22:13:20.000Z',
      event: expect.any(String),
      tags: [`node:${entry.id}`, 'node_list:article'],
      self: `https://content.example/api/node/article/${entry.id}`,
    });
    expect(reader.events[1]).toEqual({ event: 'entry.deleted', id: entry.id });
  });

  it('sends the bodies that webhooks get by data=document', async () => {
    const reader = await open('?data=document', await getToken('administrator'));
    const entry = await app.site.article({ title: 'Draft', status: false });

    await eventually(async () => reader.messages.length > 0);

    expect(JSON.parse(reader.messages[0]?.data ?? '')).toMatchObject({
      type: 'entry.created',
      data: {
        type: 'node--article',
        id: entry.id,
        attributes: expect.objectContaining({ title: 'Draft', status: false }),
        meta: { operation: 'create' },
      },
      meta: { event: { version: 1, sequence: expect.stringMatching(/^\d+-[0-9a-f]{8}$/) } },
    });
  });

  it('names in documents of updates and deletions the revision that has the state before', async () => {
    const reader = await open('?data=document', await getToken('administrator'));
    const { type, id } = await app.site.article({ title: 'Before' });
    const path = `/api/node/article/${id}`;
    const editor = app.api.asAdministrator();
    const readTitle = async (revision: unknown): Promise<unknown> => {
      const { body } = await editor.get(`${path}?resourceVersion=id:${String(revision)}`);
      return (body as { data: { attributes: { title: unknown } } }).data.attributes.title;
    };
    await editor.patch(path, { data: { type, id, attributes: { title: 'After' } } });
    await editor.delete(path);

    await eventually(async () => reader.messages.length === 3);

    const [created, updated, deleted] = reader.messages.map(
      ({ data }) => JSON.parse(data) as { type: string; meta: { event: Readonly<Record<string, unknown>> } },
    );
    expect([created, updated, deleted].map((document) => document?.type)).toEqual([
      'entry.created',
      'entry.updated',
      'entry.deleted',
    ]);
    expect(created?.meta.event).not.toHaveProperty('revision');
    expect(await readTitle(updated?.meta.event['revision'])).toBe('Before');
    expect(await readTitle(deleted?.meta.event['revision'])).toBe('After');
  });

  it('refuses documents without content:administer, and other forms of data', async () => {
    await app.site.settings({ publicAccess: true });
    const get = async (query: string, headers: Readonly<Record<string, string>>): Promise<number> =>
      (await open(query, headers)).response.status;

    expect(await get('?data=document', {})).toBe(401);
    expect(await get('?data=document', await getToken('reader'))).toBe(403);
    expect(await get('?data=full', await getToken('administrator'))).toBe(400);
  });

  it.each<[string, (id: string) => [string, Readonly<Record<string, string>>]]>([
    ['Last-Event-ID', (id) => ['', { 'Last-Event-ID': id }]],
    ['after', (id) => [`?after=${id}`, {}]],
  ])('resumes by %s', async (_, resume) => {
    const token = await getToken('administrator');
    const first = await open('', token);
    const entries = [await app.site.article(), await app.site.article(), await app.site.article()];
    await first.waitForEvents(3);

    const [query, headers] = resume(first.messages[0]?.id ?? '');
    const second = await open(query, { ...token, ...headers });
    await second.waitForEvents(2);

    expect(second.events).toEqual(entries.slice(1).map(({ id }) => ({ event: 'entry.created', id })));
  });

  it('resumes by the cursors of the log, which were the ids of earlier versions', async () => {
    const token = await getToken('administrator');
    const first = await open('?data=document', token);
    const entries = [await app.site.article(), await app.site.article()];
    await eventually(async () => first.messages.length > 1);
    const { meta } = JSON.parse(first.messages[0]?.data ?? '') as { meta: { event: { sequence: string } } };

    const second = await open('', { ...token, 'Last-Event-ID': meta.event.sequence });
    await second.waitForEvents(1);

    expect(second.events[0]).toEqual({ event: 'entry.created', id: entries[1]?.id });
    expect(second.messages[0]?.id).toMatch(ID);
  });

  it('tells readers by its ids nothing of hidden changes, and resumes behind them', async () => {
    await app.site.settings({ publicAccess: true });
    const first = await open();
    const shown = await app.site.article();
    for (let n = 0; n < 3; n += 1) await app.site.article({ status: false });
    const next = await app.site.article();
    await first.waitForEvents(2);
    const ids = first.messages.map(({ id = '' }) => id);
    const second = await open('', { 'Last-Event-ID': ids[0] ?? '' });
    await second.waitForEvents(1);

    expect(first.events.map(({ id }) => id)).toEqual([shown.id, next.id]);
    for (const id of ids) expect(id).toMatch(ID);
    expect(second.events).toEqual([{ event: 'entry.created', id: next.id }]);
    // The id of one event is another one for each reader.
    expect(second.messages[0]?.id).not.toBe(ids[1]);
  });

  it('tells only readers with content:administer the position of the oldest event', async () => {
    const headers = { ...(await getToken('reader')), 'Last-Event-ID': '1-00000000' };
    const reader = await open('', headers);
    await eventually(async () => reader.messages.length > 0);

    expect(reader.messages[0]).toMatchObject({ event: 'reset', data: '{}' });
  });

  it('sends reset for a cursor that the log does not have', async () => {
    const token = await getToken('administrator');
    for (const id of ['999999-00000000', '1-00000000', 'of another service', 'x'.repeat(94)]) {
      const reader = await open('', { ...token, 'Last-Event-ID': id });
      const entry = await app.site.article();
      await reader.waitForEvents(1);

      expect(reader.messages[0]).toMatchObject({ event: 'reset', data: '{"oldest":1}' });
      expect(reader.events).toEqual([{ event: 'entry.created', id: entry.id }]);
    }
  });

  it('shows anonymous readers and tokens without content:administer public events only', async () => {
    await app.site.settings({ publicAccess: true });
    const anonymous = await open();
    const reader = await open('', await getToken('reader'));
    const administrator = await open('', await getToken('administrator'));

    await app.site.article({ status: false });
    const shown = await app.site.article();
    await administrator.waitForEvents(2);
    for (const other of [anonymous, reader]) await other.waitForEvents(1);

    const expected = [{ event: 'entry.created', id: shown.id }];
    expect([anonymous.events, reader.events]).toEqual([expected, expected]);
    expect(administrator.events).toHaveLength(2);
  });

  it('shows anonymous readers that a public entry is unpublished or deleted, and nothing of drafts', async () => {
    await app.site.settings({ publicAccess: true });
    const anonymous = await open();
    const reader = await open('', await getToken('reader'));
    const administrator = await open('', await getToken('administrator'));
    const update = ({ id }: Entry, attributes: object): Promise<unknown> =>
      app.api
        .asAdministrator()
        .patch(`/api/node/article/${id}`, { data: { type: 'node--article', id, attributes } });

    const draft = await app.site.article({ status: false });
    await update(draft, { title: 'Second draft' });
    await update(draft, { status: true });
    await update(draft, { status: false });
    await update(draft, { title: 'Third draft' });
    await remove(draft);
    const shown = await app.site.article();
    await remove(shown);
    await administrator.waitForEvents(8);
    for (const other of [anonymous, reader]) await other.waitForEvents(4);

    const expected = [
      { event: 'entry.published', id: draft.id },
      { event: 'entry.unpublished', id: draft.id },
      { event: 'entry.created', id: shown.id },
      { event: 'entry.deleted', id: shown.id },
    ];
    expect([anonymous.events, reader.events]).toEqual([expected, expected]);
    expect(administrator.events.map(({ event }) => event.slice('entry.'.length))).toEqual([
      ...['created', 'updated', 'published', 'unpublished', 'updated', 'deleted', 'created', 'deleted'],
    ]);
  });

  it('selects by types and resourceTypes', async () => {
    const token = await getToken('administrator');
    const reader = await open('?types=entry.deleted&resourceTypes=node--article', token);
    const [kept, gone] = [await app.site.article(), await app.site.article()];
    await remove(gone);
    await reader.waitForEvents(1);

    expect(reader.events).toEqual([{ event: 'entry.deleted', id: gone.id }]);
    expect(kept.id).not.toBe(gone.id);
  });

  it('ends when the token expires', async () => {
    const reader = await open('', await getToken('administrator'));

    app.clock.advance(301);
    await reader.waitForEnd();

    expect(reader.messages).toEqual([{ id: undefined, event: 'end', data: '{}' }]);
  });

  it('ends when the token is revoked', async () => {
    const headers = await getToken('administrator');
    const reader = await open('', headers);

    const revoked = await fetch(url.replace('/api/events', '/oauth/revoke'), {
      method: 'POST',
      body: new URLSearchParams({ ...ADMINISTRATOR, token: headers['Authorization']?.slice(7) ?? '' }),
    });
    await reader.waitForEnd();

    expect(revoked.status).toBe(200);

    expect(reader.messages.map(({ event }) => event)).toEqual(['end']);
  });

  it('ends for anonymous readers when Public access becomes No', async () => {
    await app.site.settings({ publicAccess: true });
    const reader = await open();

    await app.site.settings({ publicAccess: false });
    await reader.waitForEnd();

    expect(reader.messages.map(({ event }) => event)).toEqual(['end']);
  });

  it('is 401 without a token while Public access is No', async () => {
    expect((await open()).response.status).toBe(401);
  });

  it.each(['?types=no.such', '?resourceTypes=node--none', '?after=nonsense'])('refuses %s', async (query) => {
    const { status } = (await open(query, await getToken('reader'))).response;

    expect(status).toBe(400);
  });

  it('is 429 for the sixth stream of a client and 503 when the process has no room', async () => {
    const token = await getToken('reader');
    const opened = [];
    for (let n = 0; n < 5; n += 1) opened.push((await open('', token)).response.status);
    const sixth = await open('', token);
    await open('', await getToken('administrator'));
    const seventh = await open('', await getToken('administrator'));

    expect(opened).toEqual([200, 200, 200, 200, 200]);
    expect([sixth.response.status, sixth.response.headers.get('retry-after')]).toEqual([429, '5']);
    expect([seventh.response.status, seventh.response.headers.get('retry-after')]).toEqual([503, '5']);
  });

  it('counts anonymous readers by network', async () => {
    const local = await startApp({ TRUST_PROXY: 'loopback' }, changeEvents({ streamMax: 20 }));
    const { port } = local.nest.getHttpServer().address() as AddressInfo;
    await local.site.settings({ publicAccess: true });
    const statuses = [];
    for (const host of ['1:1', '1:2', '1:3', '2:4', '2:5', '2:6']) {
      const headers = { 'X-Forwarded-For': `2001:db8:0:1:${host}::` };
      const reader = await EventStreamReader.open(`http://127.0.0.1:${port}/api/events`, headers);
      if (reader.response.status === 200) readers.push(reader);
      statuses.push(reader.response.status);
    }
    for (const reader of readers) reader.close();
    await local.stop();

    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it('leaves half of the streams of a process to readers with a token', async () => {
    await app.site.settings({ publicAccess: true });
    const opened = [];
    for (let n = 0; n < 4; n += 1)
      opened.push((await open('', { 'X-Forwarded-For': `192.0.2.${n}` })).response.status);

    expect(opened).toEqual([200, 200, 200, 503]);
    expect((await open('', await getToken('reader'))).response.status).toBe(200);
  });

  it('opens five of twelve streams that a client requests at the same time', async () => {
    const token = await getToken('reader');

    const opened = await Promise.all(Array.from({ length: 12 }, () => open('', token)));

    const statuses = opened.map(({ response }) => response.status).sort();
    expect(statuses).toEqual([...Array<number>(5).fill(200), ...Array<number>(7).fill(429)]);
  });

  it('answers HEAD without a stream', async () => {
    const response = await fetch(url, { method: 'HEAD', headers: await getToken('reader') });

    expect([response.status, await response.text()]).toEqual([200, '']);
  });
});
