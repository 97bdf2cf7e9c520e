import type { Response } from 'supertest';
import { ContentModelService, defineField, UNLIMITED } from '@content-service/bundles';
import { EntryScheduler } from '@content-service/entries';
import { type Json, type JsonObject, UuidV7Generator } from '@content-service/kernel';
import { COPY } from '../support/copy-requests.js';
import { ManagedSite, type ManagementClient } from '../support/managed-site.js';
import { getErrors, getResource, toErrorSummaries } from '../support/responses.js';

const EVENT = 'node--event';
const EVENTS = '/api/node/event';
const DAY = { field_day: '2024-05-01' };
const ATOMIC = 'application/vnd.api+json;ext="https://jsonapi.org/ext/atomic"';
const HOUR = 3600;

/** The part of an entry that a request sends. */
interface Members {
  readonly attributes?: JsonObject;
  readonly relationships?: JsonObject;
}

describe('unfinished drafts', () => {
  let site: ManagedSite;
  let manager: ManagementClient;
  let places: { readonly field_places: { readonly data: Json } };
  beforeAll(async () => {
    site = await ManagedSite.start();
    // The test performs what is due itself.
    await site.stopEventProcessing();
    manager = await site.createClient();
    const required = [
      defineField('field_day', 'datetime', { required: true, settings: { datetimeType: 'date' } }),
      defineField('field_places', 'entity_reference', {
        required: true,
        cardinality: UNLIMITED,
        settings: { targetTypes: ['taxonomy_term--tags'] },
      }),
    ];
    const models = site.app.nest.get(ContentModelService);
    await models.put({ entityType: 'node', bundle: 'event', label: 'Event', fields: required });
    await models.put({ entityType: 'media', bundle: 'film', label: 'Film', fields: required });
    await models.put({ entityType: 'taxonomy_term', bundle: 'place', label: 'Place', fields: required });
    const { type, id } = await site.app.site.tag();
    places = { field_places: { data: [{ type, id }] } };
  });
  afterAll(() => site.stop());

  const editor = (): ReturnType<ManagedSite['app']['api']['asAdministrator']> =>
    site.app.api.asAdministrator();
  const create = (members: Members, type = EVENT): Promise<Response> =>
    editor().post(`/api/${type.replace('--', '/')}`, { data: { type, ...members } });
  const update = (id: string, members: Members, query = ''): Promise<Response> =>
    editor().patch(`${EVENTS}/${id}${query}`, { data: { type: EVENT, id, ...members } });
  const save = (id: string, members: Members): Promise<Response> => update(id, members, `?${COPY}`);
  const read = async (id: string, query = ''): Promise<JsonObject> =>
    getResource(await editor().get(`${EVENTS}/${id}${query}`)).attributes as JsonObject;
  const createDraft = async (attributes: JsonObject = {}): Promise<string> =>
    getResource(await create({ attributes: { title: 'Fair', status: false, ...attributes } })).id;
  const createPublished = async (): Promise<string> =>
    getResource(await create({ attributes: { title: 'Fair', ...DAY }, relationships: places })).id;
  /** `422 value_missing field_day /data/attributes` of each error. */
  const formatMissing = (response: Response): readonly string[] =>
    getErrors(response).map(({ status, code, source, meta }) => {
      const { pointer, field } = { ...source, ...meta } as Readonly<Record<'pointer' | 'field', string>>;
      return `${status} ${code} ${field} ${pointer}`;
    });
  const BOTH = ['422 value_missing field_day /data/attributes', '422 value_missing field_places /data'];

  describe('POST', () => {
    it.each([
      [EVENT, 'title'],
      ['media--film', 'name'],
    ])('creates an unpublished %s with its %s alone, which it needs', async (type, label) => {
      const response = await create({ attributes: { [label]: 'Fair', status: false } }, type);

      expect(response.status).toBe(201);
      expect(getResource(response)).toMatchObject({
        attributes: { [label]: 'Fair', field_day: null, status: false },
        relationships: { field_places: { data: [] } },
      });
      expect(formatMissing(await create({ attributes: { status: false, ...DAY } }, type))).toEqual([
        `422 value_missing ${label} /data/attributes`,
      ]);
    });

    it('is 422 with one error for each missing value of an entry that is published', async () => {
      for (const published of [{}, { status: true }])
        expect(formatMissing(await create({ attributes: { title: 'Fair', ...published } }))).toEqual(BOTH);
      expect(formatMissing(await create({ attributes: { ...DAY }, relationships: {} }))).toEqual([
        '422 value_missing title /data/attributes',
        '422 value_missing field_places /data/relationships',
      ]);
    });

    it('is 422 when a value of a draft is not valid', async () => {
      const response = await create({ attributes: { title: 'Fair', status: false, field_day: 'soon' } });

      expect(toErrorSummaries(response)).toEqual([
        { status: '422', code: 'invalid_field_value', source: { pointer: '/data/attributes/field_day' } },
      ]);
    });

    it('is 422 for an unpublished term that lacks values', async () => {
      const response = await create(
        { attributes: { name: 'Vienna', status: false } },
        'taxonomy_term--place',
      );

      expect(formatMissing(response)).toEqual(BOTH);
    });
  });

  describe('PATCH', () => {
    it('changes a draft, and names every missing value when it publishes it', async () => {
      const id = await createDraft(DAY);

      expect((await update(id, { attributes: { title: 'Fête', field_day: null } })).status).toBe(200);
      expect(formatMissing(await update(id, { attributes: { status: true } }))).toEqual(BOTH);
      expect(await read(id)).toMatchObject({ title: 'Fête', status: false });
      expect(formatMissing(await update(id, { attributes: { status: true, ...DAY } }))).toEqual([
        '422 value_missing field_places /data',
      ]);

      const published = await update(id, { attributes: { status: true, ...DAY }, relationships: places });
      expect(published.status).toBe(200);
    });

    it('removes a value of a published entry only together with its publication', async () => {
      const id = await createPublished();

      expect(formatMissing(await update(id, { attributes: { field_day: null } }))).toEqual([
        '422 value_missing field_day /data/attributes/field_day',
      ]);
      expect((await update(id, { attributes: { field_day: null, status: false } })).status).toBe(200);
      expect(await read(id)).toMatchObject({ field_day: null, status: false });
    });

    it('changes a published entry whose field became required later', async () => {
      const models = site.app.nest.get(ContentModelService);
      const talk = { entityType: 'node', bundle: 'talk', label: 'Talk' };
      const abstract = defineField('field_abstract', 'string');
      await models.put({ ...talk, fields: [abstract] });
      const type = 'node--talk';
      const { id } = getResource(await create({ attributes: { title: 'Drafts' } }, type));
      await models.put({ ...talk, fields: [{ ...abstract, required: true }] });
      const change = (attributes: JsonObject): Promise<Response> =>
        editor().patch(`/api/node/talk/${id}`, { data: { type, id, attributes } });

      expect((await change({ title: 'More' })).status).toBe(200);
      expect((await change({ status: false })).status).toBe(200);
      expect(formatMissing(await change({ status: true }))).toEqual([
        '422 value_missing field_abstract /data/attributes',
      ]);
    });
  });

  it('PATCH of a relationship empties it in a draft only', async () => {
    const [draft, published] = [await createDraft(), await createPublished()];
    await update(draft, { relationships: places });
    const write = (method: 'patch' | 'delete', id: string, data: Json): Promise<Response> =>
      editor().send(method, `${EVENTS}/${id}/relationships/field_places`, { body: JSON.stringify({ data }) });

    expect((await write('patch', draft, [])).status).toBe(204);
    expect((await write('delete', published, places.field_places.data)).status).toBe(422);
    const refused = await write('patch', published, []);
    expect(formatMissing(refused)).toEqual(['422 value_missing field_places /data']);
  });

  it('POST /api/operations stores drafts, and nothing when one of them is published', async () => {
    const id = new UuidV7Generator().next();
    const perform = (...operations: readonly JsonObject[]): Promise<Response> =>
      editor().post('/api/operations', { 'atomic:operations': operations }, { 'Content-Type': ATOMIC });
    const add = { op: 'add', data: { type: EVENT, id, attributes: { title: 'Fair', status: false } } };
    const publish = { op: 'update', data: { type: EVENT, id, attributes: { status: true } } };

    expect(formatMissing(await perform(add, publish))).toEqual([
      '422 value_missing field_day /atomic:operations/1/data/attributes',
      '422 value_missing field_places /atomic:operations/1/data',
    ]);
    expect((await editor().get(`${EVENTS}/${id}`)).status).toBe(404);
    expect((await perform(add)).status).toBe(200);
  });

  it('a working copy may be unfinished; its publication names every missing value', async () => {
    const [draft, published] = [await createDraft(), await createPublished()];

    expect((await save(draft, { attributes: { title: 'Fête' } })).status).toBe(200);
    expect(formatMissing(await save(draft, { attributes: { status: true } }))).toEqual(BOTH);
    const removed = { attributes: { field_day: null }, relationships: { field_places: { data: [] } } };
    expect((await save(published, removed)).status).toBe(200);
    expect(formatMissing(await save(published, { attributes: { status: true } }))).toEqual(BOTH);
    expect(await read(published)).toMatchObject({ ...DAY, status: true });
    expect(await read(published, `?${COPY}`)).toMatchObject({ field_day: null });
  });

  it('POST /manage/bulk-actions counts an unfinished draft as failed, and publishes the others', async () => {
    const [unfinished, finished] = [
      await createDraft({ title: 'Bulk' }),
      await createDraft({ title: 'Bulk' }),
    ];
    await update(finished, { attributes: DAY, relationships: places });
    const body = { resourceType: EVENT, filter: 'filter%5Btitle%5D=Bulk', action: 'publish' };

    const job = await manager.waitForJobEnd(await manager.post('/manage/bulk-actions', body));

    const detail = 'field_day is required. field_places is required.';
    expect(job.result).toMatchObject({ changed: 1, failed: 1, failures: [{ id: unfinished, detail }] });
    expect((await read(unfinished))['status']).toBe(false);
  });

  it('POST /manage/imports takes drafts that lack values, and refuses published entries', async () => {
    const toLine = (title: string, published: boolean): object => ({
      ...{ kind: 'entry', published },
      resource: { type: EVENT, id: new UuidV7Generator().next(), attributes: { title } },
    });
    const lines = [
      { kind: 'header', format: 'content-service/site@1' },
      toLine('Draft', false),
      toLine('Live', true),
    ];
    const body = lines.map((line) => JSON.stringify(line)).join('\n');
    const sent = await manager.post('/manage/imports', body, { 'Content-Type': 'application/x-ndjson' });

    const { result } = await manager.waitForJobEnd(sent);

    expect(result).toMatchObject({ inserted: 1, problems: 2 });
    expect(JSON.stringify(result['firstProblems'])).toContain('field_day is required');
  });

  it('a schedule that is due names every missing value until they are there', async () => {
    const publishOn = new Date((site.app.clock.now() + HOUR) * 1000).toISOString();
    const id = await createDraft({ publish_on: publishOn });
    site.app.clock.advance(HOUR);
    manager = await site.createClient();
    const performDue = (): Promise<void> => site.app.nest.get(EntryScheduler).performDue();
    const list = async (): Promise<readonly JsonObject[]> =>
      (await manager.get(`/manage/entry-schedules?entry=${id}`)).body.items as JsonObject[];

    await performDue();

    const problems = ['field_day', 'field_places'].map((field) => ({
      ...{ code: 'value_missing', field },
      detail: `${field} is required.`,
    }));
    expect(await list()).toMatchObject([{ action: 'publish', problems }]);
    expect((await read(id))['status']).toBe(false);
    await update(id, { attributes: DAY, relationships: places });
    site.app.clock.advance(60);
    await performDue();
    expect((await read(id))['status']).toBe(true);
  });
});
