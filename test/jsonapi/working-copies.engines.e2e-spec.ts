import type { Response } from 'supertest';
import type { Entry } from '@content-service/entries';
import type { Resource } from '../support/api-client.js';
import { COPY, createCopyRequests } from '../support/copy-requests.js';
import { formatEntryPath } from '../support/entry-path.js';
import { ManagedSite, type ManagementClient } from '../support/managed-site.js';
import { getResource, toErrorSummaries } from '../support/responses.js';

interface Document {
  readonly data: Required<Resource>;
  readonly meta?: {
    readonly revision?: Readonly<Record<string, unknown>>;
    readonly dropped?: readonly object[];
  };
  readonly links: Readonly<Record<string, { readonly href: string }>>;
}

const getDocument = ({ body }: Response): Document => body as Document;

describe('working copies of entries', () => {
  let site: ManagedSite;
  let manager: ManagementClient;
  beforeAll(async () => {
    site = await ManagedSite.start();
    manager = await site.createClient();
  });
  afterAll(() => site.stop());

  const { editor, patch, save, readLive, readCopy, discard, getTitles, hasCopy, addCopy } =
    createCopyRequests(() => ({ site, manager }));

  describe('PATCH with resourceVersion=rel:working-copy', () => {
    it('edits an entry that is not published, and publishes it', async () => {
      const entry = await site.app.site.article({ title: 'Draft', status: false });

      const edited = await save(entry, { attributes: { title: 'Edited' } });
      expect(edited.status).toBe(200);
      expect(getDocument(edited).meta).toBeUndefined();
      expect(getResource(await readLive(entry)).attributes).toMatchObject({ title: 'Edited', status: false });

      const published = await save(entry, { attributes: { status: true } });
      expect(getResource(published).attributes).toMatchObject({ title: 'Edited', status: true });
      expect(await hasCopy(entry)).toBe(false);
    });

    it('makes the copy of a published entry, which stays as it is', async () => {
      const entry = await site.app.site.article({ title: 'Live', field_rating: 3 });

      const response = await save(entry, { attributes: { title: 'Copy' } });

      expect(response.status).toBe(200);
      expect(getResource(response).attributes).toMatchObject({
        title: 'Copy',
        field_rating: 3,
        status: false,
      });
      expect(getDocument(response).meta).toEqual({
        revision: {
          state: 'working-copy',
          published: true,
          savedAt: expect.stringMatching(/^\d{4}-/),
          actor: { kind: 'client', clientId: expect.any(String) },
          note: null,
          base: 1,
          changed: ['title'],
          conflicts: [],
        },
      });
      expect(response.headers['etag']).toMatch(/^"w1-/);
      expect(await getTitles(entry)).toEqual(['Live', 'Copy']);
      const read = await readCopy(entry);
      expect(read.body).toEqual(response.body);
      expect(read.headers['etag']).toBe(response.headers['etag']);
      expect(read.headers['cache-control']).toBe('private, no-store');
    });

    it('publishes a published entry without a copy as PATCH does', async () => {
      const entry = await site.app.site.article({ title: 'Live' });

      const response = await save(entry, { attributes: { title: 'Direct', status: true } });

      expect(response.status).toBe(200);
      expect(response.headers['etag']).toMatch(/^"2-/);
      expect(await getTitles(entry)).toEqual(['Direct', 'Direct']);
      expect(await hasCopy(entry)).toBe(false);
    });

    it('edits the copy, with an own version for each save', async () => {
      const entry = await addCopy();

      const response = await save(entry, { attributes: { field_rating: 5, status: false } });

      expect(response.headers['etag']).toMatch(/^"w2-/);
      expect(getResource(response).attributes).toMatchObject({ title: 'Copy', field_rating: 5 });
      expect(getDocument(response).meta?.revision).toMatchObject({ changed: ['field_rating', 'title'] });
      expect(getResource(await readLive(entry)).attributes).toMatchObject({ title: 'Live' });
    });

    it('promotes the copy with the members of the body, as one update', async () => {
      const tag = await site.app.site.tag();
      const entry = await addCopy();
      const linked = { field_tags: { data: [{ type: tag.type, id: tag.id }] } };
      await save(entry, { relationships: linked });

      const response = await save(entry, { attributes: { field_rating: 4, status: true } });

      expect(response.status).toBe(200);
      expect(response.headers['etag']).toMatch(/^"2-/);
      expect(getDocument(response).meta).toBeUndefined();
      expect(getResource(response).attributes).toMatchObject({
        title: 'Copy',
        field_rating: 4,
        status: true,
      });
      expect(getResource(await readLive(entry)).relationships['field_tags']?.data).toEqual([
        { type: tag.type, id: tag.id },
      ]);
      expect(await hasCopy(entry)).toBe(false);
      expect(await getTitles(entry)).toEqual(['Copy', 'Copy']);
    });

    it('leaves out a value that equals the published one, and ends with the last one', async () => {
      const entry = await addCopy({ title: 'Copy', field_rating: 5 });

      const one = await save(entry, { attributes: { field_rating: null } });
      expect(getDocument(one).meta?.revision).toMatchObject({ changed: ['title'] });
      const none = await save(entry, { attributes: { title: 'Live' } });

      expect(none.headers['etag']).toMatch(/^"1-/);
      expect(getResource(none).attributes).toMatchObject({ title: 'Live', status: true });
      expect(await hasCopy(entry)).toBe(false);
    });

    it('saves nothing when nothing changes', async () => {
      const entry = await site.app.site.article({ title: 'Live' });
      expect((await save(entry, { attributes: { title: 'Live', status: false } })).status).toBe(200);
      expect(await hasCopy(entry)).toBe(false);

      await save(entry, { attributes: { title: 'Copy' } });
      expect((await save(entry, { attributes: { title: 'Copy' } })).headers['etag']).toMatch(/^"w1-/);
    });

    it('accepts the document that a read of the copy has shown', async () => {
      const entry = await addCopy();
      const { attributes } = getResource(await readCopy(entry));

      const response = await save(entry, { attributes: { ...attributes, title: 'Other' } });

      expect(response.status).toBe(200);
      expect(getDocument(response).meta?.revision).toMatchObject({ changed: ['title'] });
    });

    it('checks values when they are saved, and required ones when they are published', async () => {
      const entry = await addCopy({ title: null });
      expect(toErrorSummaries(await save(entry, { attributes: { field_rating: 'x' } }))).toEqual([
        { status: '422', code: 'invalid_field_value', source: { pointer: '/data/attributes/field_rating' } },
      ]);

      const response = await save(entry, { attributes: { status: true } });

      expect(toErrorSummaries(response)).toEqual([
        { status: '422', code: 'value_missing', source: { pointer: '/data/attributes' } },
      ]);
      expect(await hasCopy(entry)).toBe(true);
      expect((await save(entry, { attributes: { title: 'Title', status: true } })).status).toBe(200);
    });

    it('requires targets that exist, leaves out those that are gone, and names them when it is published', async () => {
      const [gone, kept] = [await site.app.site.tag(), await site.app.site.tag()];
      const toLinkage = (...tags: readonly Entry[]): object => ({
        field_tags: { data: tags.map(({ type, id }) => ({ type, id })) },
      });
      const entry = await site.app.site.article({ title: 'Live' });
      const unknown = { field_tags: { data: [{ type: gone.type, id: entry.id }] } };
      expect((await save(entry, { relationships: unknown })).status).toBe(422);
      expect((await save(entry, { relationships: toLinkage(gone, kept) })).status).toBe(200);
      await editor().delete(formatEntryPath(gone));

      const shown = getResource(await readCopy(entry)).relationships['field_tags']?.data;
      expect(shown).toEqual([{ type: kept.type, id: kept.id }]);
      const response = await save(entry, { attributes: { status: true } });

      expect(getDocument(response).meta?.dropped).toEqual([
        { type: gone.type, id: gone.id, field: 'field_tags' },
      ]);
      expect(getResource(response).relationships['field_tags']?.data).toEqual(shown);
    });

    it('shows corrections of the published entry, which survive', async () => {
      const entry = await addCopy();

      await patch(entry, { attributes: { field_rating: 2 } });

      const read = await readCopy(entry);
      expect(getResource(read).attributes).toMatchObject({ title: 'Copy', field_rating: 2 });
      expect(getDocument(read).meta?.revision).toMatchObject({ base: 2, conflicts: [] });
      const published = await save(entry, { attributes: { status: true } });
      expect(getResource(published).attributes).toMatchObject({ title: 'Copy', field_rating: 2 });
    });
  });

  describe('conflicts', () => {
    const addConflict = async (): Promise<Entry> => {
      const entry = await addCopy({ title: 'Copy', field_rating: 5, field_summary: 'Copy' });
      const live = { title: 'Corrected', field_rating: 1, field_summary: 'Copy' };
      await patch(entry, { attributes: live });
      return entry;
    };

    it('are reported for each member with a pointer when the copy is promoted, which changes nothing', async () => {
      const entry = await addConflict();
      expect(getDocument(await readCopy(entry)).meta?.revision?.['conflicts']).toEqual(
        expect.arrayContaining(['title', 'field_rating']),
      );

      const response = await save(entry, { attributes: { title: 'Copy', status: true } });

      expect(response.status).toBe(409);
      expect((response.body as { errors: readonly object[] }).errors).toMatchObject([
        {
          code: 'working_copy_conflict',
          source: { pointer: '/data/attributes/title' },
          meta: { field: 'title' },
        },
        {
          code: 'working_copy_conflict',
          source: { pointer: '/data/attributes' },
          meta: { field: 'field_rating' },
        },
      ]);
      expect(await getTitles(entry)).toEqual(['Corrected', 'Copy']);
    });

    it('are overwritten when If-Match names the published version', async () => {
      const entry = await addConflict();
      const stale = await save(entry, { attributes: { status: true } }, { 'If-Match': '"1-x"' });
      expect(stale.status).toBe(412);
      const own = (await readCopy(entry)).headers['etag'] ?? '';
      const unseen = await save(entry, { attributes: { status: true } }, { 'If-Match': own });
      expect(unseen.status).toBe(409);

      const tag = (await readLive(entry)).headers['etag'] ?? '';
      const response = await save(entry, { attributes: { status: true } }, { 'If-Match': tag });

      expect(response.status).toBe(200);
      expect(await getTitles(entry)).toEqual(['Copy', 'Copy']);
    });

    it('end when the published value is saved', async () => {
      const entry = await addConflict();

      await save(entry, { attributes: { title: 'Corrected', field_rating: 1 } });

      const response = await save(entry, { attributes: { status: true } });
      expect([response.status, await hasCopy(entry)]).toEqual([200, false]);
    });
  });

  describe('If-Match', () => {
    it('admits saves of the copy that was read', async () => {
      const entry = await addCopy();
      const tag = (await readCopy(entry)).headers['etag'] ?? '';

      expect((await save(entry, { attributes: { title: 'Two' } }, { 'If-Match': tag })).status).toBe(200);
      expect((await save(entry, { attributes: { title: 'Three' } }, { 'If-Match': tag })).status).toBe(412);
      const live = (await readLive(entry)).headers['etag'] ?? '';
      expect((await save(entry, { attributes: { title: 'Three' } }, { 'If-Match': live })).status).toBe(412);
      expect((await patch(entry, { attributes: {} }, { headers: { 'If-Match': tag } })).status).toBe(412);
      expect((await discard(entry, { 'If-Match': tag })).status).toBe(412);
      expect(await getTitles(entry)).toEqual(['Live', 'Two']);
    });

    it('admits the first save by the version of the entry, unless another one was first', async () => {
      const entry = await site.app.site.article({ title: 'Live' });
      const tag = (await readCopy(entry)).headers['etag'] ?? '';

      expect((await save(entry, { attributes: { title: 'One' } }, { 'If-Match': tag })).status).toBe(200);
      expect((await save(entry, { attributes: { title: 'Two' } }, { 'If-Match': tag })).status).toBe(412);
    });

    it('does not take a later copy for an earlier one', async () => {
      const entry = await addCopy();
      const tag = (await readCopy(entry)).headers['etag'] ?? '';
      await discard(entry);
      await save(entry, { attributes: { title: 'Copy' } });

      expect((await discard(entry, { 'If-Match': tag })).status).toBe(412);
    });
  });

  describe('DELETE with resourceVersion=rel:working-copy', () => {
    it('discards the copy alone, once', async () => {
      const entry = await addCopy();

      expect((await discard(entry)).status).toBe(204);

      expect(toErrorSummaries(await discard(entry))).toEqual([
        {
          status: '404',
          code: 'working_copy_unknown',
          source: { parameter: 'resourceVersion' },
        },
      ]);
      expect(await getTitles(entry)).toEqual(['Live', 'Live']);
    });

    it.each([true, false])('is 404 without a copy when the entry is published: %s', async (status) => {
      const entry = await site.app.site.article({ status });

      expect(toErrorSummaries(await discard(entry))).toEqual([
        {
          status: '404',
          code: 'working_copy_unknown',
          source: { parameter: 'resourceVersion' },
        },
      ]);
    });
  });

  it('edits and promotes the copy of an entry that was unpublished meanwhile', async () => {
    const entry = await addCopy();
    await patch(entry, { attributes: { status: false } });

    expect((await save(entry, { attributes: { field_rating: 5 } })).headers['etag']).toMatch(/^"w2-/);
    expect(await getTitles(entry)).toEqual(['Live', 'Copy']);
    const response = await save(entry, { attributes: { status: true } });

    expect(getResource(response).attributes).toMatchObject({ title: 'Copy', field_rating: 5, status: true });
  });

  it('ends with its entry', async () => {
    const entry = await addCopy();

    expect((await editor().delete(formatEntryPath(entry))).status).toBe(204);

    expect(await hasCopy(entry)).toBe(false);
    expect((await readCopy(entry)).status).toBe(404);
    expect((await save(entry, { attributes: { title: 'Other' } })).status).toBe(404);
    expect((await discard(entry)).status).toBe(404);
  });

  it('is a revision when it is replaced or discarded, and none when it is published', async () => {
    const entry = await addCopy({ title: 'One' });
    await save(entry, { attributes: { title: 'Two' } });
    await discard(entry);
    await save(entry, { attributes: { title: 'Three' } });
    await save(entry, { attributes: { status: true } });

    const { body } = await manager.get(`/manage/entry-revisions?entry=${entry.id}`);

    const acts = body.items as { track: string; number: number; changed: readonly string[] }[];
    expect(acts.map(({ track }) => track)).toEqual(['live', 'copy', 'copy']);
    const read = (number = 0): Promise<Response> =>
      editor().get(`${formatEntryPath(entry)}?resourceVersion=id:${number}`);
    const titles = await Promise.all(
      acts.map(async ({ number }) => getResource(await read(number)).attributes['title']),
    );
    expect(titles).toEqual(['Live', 'Two', 'One']);
    expect(acts[2]?.changed).toContain('title');
  });

  it('is recorded in the audit log when it is saved and discarded', async () => {
    const entry = await addCopy();
    await discard(entry);

    const { body } = await manager.get(`/manage/audit-log?subjectKind=entry&subjectId=${entry.id}`);

    expect((body.items as { action: string }[]).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['entry.copy_saved', 'entry.copy_discarded']),
    );
  });

  it.each([
    ['POST /api/node/article', 'post', '/api/node/article'],
    ['POST of a relationship', 'post', '{entry}/relationships/field_tags'],
    ['PATCH of a relationship', 'patch', '{entry}/relationships/field_tags'],
    ['DELETE of a relationship', 'delete', '{entry}/relationships/field_tags'],
    ['PATCH of an entry of a type without working copies', 'patch', '/api/redirect/redirect/{id}'],
    ['DELETE of an entry of a type without working copies', 'delete', '/api/redirect/redirect/{id}'],
  ] as const)('%s with the parameter is 400', async (_, method, template) => {
    const entry = await site.app.site.article();
    const path = template.replace('{entry}', formatEntryPath(entry)).replace('{id}', entry.id);

    const response = await editor().send(method, `${path}?${COPY}`, { document: { data: [] } });

    expect(toErrorSummaries(response)).toEqual([
      { status: '400', code: 'invalid_parameter', source: { parameter: 'resourceVersion' } },
    ]);
  });

  it('atomic operations with the parameter are 400', async () => {
    const extension = 'application/vnd.api+json;ext="https://jsonapi.org/ext/atomic"';

    const response = await editor().send('post', `/api/operations?${COPY}`, {
      document: { 'atomic:operations': [] },
      headers: { 'Content-Type': extension, Accept: extension },
    });

    expect(toErrorSummaries(response)).toEqual([
      { status: '400', code: 'invalid_parameter', source: { parameter: 'resourceVersion' } },
    ]);
  });

  it('loses none of the members that twenty writers save', async () => {
    const entry = await addCopy();
    const tags = await Promise.all(Array.from({ length: 20 }, () => site.app.site.tag()));
    const saves = [
      ...Array.from({ length: 10 }, () => save(entry, { attributes: { field_rating: 5 } })),
      ...Array.from({ length: 9 }, () => save(entry, { attributes: { field_summary: 'Short' } })),
      save(entry, { relationships: { field_tags: { data: tags.map(({ type, id }) => ({ type, id })) } } }),
    ];

    const responses = await Promise.all(saves);

    expect(responses.map(({ status }) => status)).toEqual(saves.map(() => 200));
    const { attributes, relationships } = getResource(await readCopy(entry));
    expect(attributes).toMatchObject({ title: 'Copy', field_rating: 5, field_summary: 'Short' });
    expect(relationships['field_tags']?.data).toHaveLength(20);
  });
});
