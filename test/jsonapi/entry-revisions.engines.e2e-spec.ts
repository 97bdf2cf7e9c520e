import { ManagedSite, type ManagementClient } from '../support/managed-site.js';
import { formatProblem } from '../support/problems.js';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const ATOMIC = 'application/vnd.api+json; ext="https://jsonapi.org/ext/atomic"';

interface Revision {
  readonly number: number;
  readonly track: string;
  readonly by: object | null;
  readonly changed: readonly string[];
  readonly note: string | null;
  readonly minor: boolean;
}

interface Document {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: {
    readonly data: {
      readonly attributes: Readonly<Record<string, unknown>>;
      readonly relationships: Readonly<Record<string, { readonly data: readonly { id: string }[] }>>;
    };
    readonly meta?: object;
    readonly links: Readonly<Record<string, { readonly href: string }>>;
    readonly errors: readonly { readonly code: string; readonly source: { readonly pointer: string } }[];
  };
}

describe('the history of entries', () => {
  let site: ManagedSite;
  let manager: ManagementClient;
  beforeAll(async () => {
    site = await ManagedSite.start();
    manager = await site.createClient();
  });
  afterAll(() => site.stop());

  const edit = async (id: string, changed: object): Promise<void> => {
    const body = { data: { type: 'node--article', id, ...changed } };
    expect((await site.app.api.asAdministrator().patch(`/api/node/article/${id}`, body)).status).toBe(200);
  };
  const listRevisions = async (id: string): Promise<readonly Revision[]> =>
    (await manager.get(`/manage/entry-revisions?entry=${id}`)).body.items as Revision[];
  const read = (path: string, number: number | string): Promise<Document> =>
    site.app.api.asAdministrator().get(`${path}?resourceVersion=id:${number}`);

  describe('GET with resourceVersion=id:<number>', () => {
    it('shows the states that updates replaced', async () => {
      const { id } = await site.app.site.article({ title: 'One' });
      await edit(id, { attributes: { title: 'Two' } });
      await edit(id, { attributes: { title: 'Three' } });

      const [newest, oldest] = await listRevisions(id);

      const path = `/api/node/article/${id}`;
      const [one, two] = [await read(path, oldest?.number ?? 0), await read(path, newest?.number ?? 0)];
      expect([one, two].map(({ body }) => body.data.attributes['title'])).toEqual(['One', 'Two']);
      expect(one.body.meta).toEqual({
        revision: {
          ...{ number: oldest?.number, track: 'live', note: null },
          ...{ at: expect.stringMatching(/^\d{4}-/), actor: { kind: 'client', clientId: 'administrator' } },
        },
      });
      const toPath = (href: string | undefined): string | undefined => href?.replace(/^.*(?=\/api)/, '');
      const getVersions = ({ body: { links } }: Document): readonly (string | undefined)[] =>
        ['predecessor-version', 'successor-version', 'latest-version'].map((name) =>
          toPath(links[name]?.href),
        );
      const toState = (number = 0): string => `${path}?resourceVersion=id:${number}`;
      expect(getVersions(one)).toEqual([undefined, toState(newest?.number), path]);
      expect(getVersions(two)).toEqual([toState(oldest?.number), path, path]);
      const linkage = await read(`${path}/relationships/field_tags`, oldest?.number ?? 0);
      expect(linkage.body.meta).toEqual(one.body.meta);
      expect(linkage.headers['cache-control']).toBe('private, no-store');
      expect(toPath(linkage.body.links['latest-version']?.href)).toBe(`${path}/relationships/field_tags`);
      expect(one.headers['etag']).toMatch(new RegExp(`^"r${oldest?.number ?? 0}-[\\w-]+"$`));
      expect(one.headers['cache-control']).toBe('private, no-store');
      const body = { data: { type: 'node--article', id, attributes: { title: 'Four' } } };
      const stale = await site.app.api
        .asAdministrator()
        .patch(path, body, { 'If-Match': one.headers['etag'] ?? '' });
      expect(stale.status).toBe(412);
      expect((await site.app.api.asAdministrator().get(path)).body.meta).toBeUndefined();
    });

    it('shows related entries and linkage of the state, without those that are gone', async () => {
      const [gone, kept] = [await site.app.site.tag(), await site.app.site.tag()];
      const { id } = await site.app.site.article({}, { field_tags: [gone, kept] });
      await edit(id, { relationships: { field_tags: { data: [] } } });
      await site.app.api.asAdministrator().delete(`/api/taxonomy_term/tags/${gone.id}`);

      const number = (await listRevisions(id)).at(-1)?.number ?? 0;

      const path = `/api/node/article/${id}`;
      const targets = [{ type: 'taxonomy_term--tags', id: kept.id }];
      const document = await read(path, number);
      expect(document.body.data.relationships['field_tags']?.data).toEqual(targets);
      const linkage = await read(`${path}/relationships/field_tags`, number);
      expect(linkage.body.data).toEqual(targets);
      const related = await read(`${path}/field_tags`, number);
      expect(related.body.data).toMatchObject(targets);
    });

    it('is refused to readers, and unknown numbers are not found', async () => {
      const { id } = await site.app.site.article();
      await edit(id, { attributes: { title: 'Other' } });
      const [revision] = await listRevisions(id);
      const other = await site.app.site.article();
      const { api } = site.app;
      const path = `/api/node/article/${id}?resourceVersion=id:${revision?.number ?? 0}`;
      const statuses = async (
        ...requests: readonly Promise<{ readonly status: number }>[]
      ): Promise<number[]> => (await Promise.all(requests)).map(({ status }) => status);

      expect(await statuses(api.asAnonymous().get(path), api.asReader().get(path))).toEqual([401, 403]);
      for (const number of ['7', '99999999999999999999', String((revision?.number ?? 0) + 1)])
        expect((await read(`/api/node/article/${id}`, number)).body.errors[0]?.code).toBe(
          'resource_version_unknown',
        );
      expect(await read(`/api/node/article/${other.id}`, revision?.number ?? 0)).toMatchObject({
        status: 404,
      });
      expect(await read(`/api/node/page/${id}`, revision?.number ?? 0)).toMatchObject({ status: 404 });
    });

    it.each([
      ['get', '/api/node/article'],
      ['post', '/api/node/article'],
      ['get', '/api'],
    ] as const)('is 400 for %s %s', async (method, path) => {
      const response = await site.app.api
        .asAdministrator()
        .send(method, `${path}?resourceVersion=id:7`, method === 'post' ? { document: {} } : {});

      expect(response.status).toBe(400);
    });

    it('is 400 for writes of an entry', async () => {
      const { id } = await site.app.site.article();
      const body = { data: { type: 'node--article', id, attributes: { title: 'Other' } } };

      const response = await site.app.api
        .asAdministrator()
        .patch(`/api/node/article/${id}?resourceVersion=id:7`, body);

      expect(response.status).toBe(400);
      expect(await listRevisions(id)).toEqual([]);
    });
  });

  describe('meta.revision of a write', () => {
    const patch = (
      id: string,
      title: string,
      meta: object,
      api = site.app.api.asAdministrator(),
    ): Promise<Document> =>
      api.patch(`/api/node/article/${id}`, {
        data: { type: 'node--article', id, attributes: { title } },
        meta,
      });
    const operate = (...operations: readonly object[]): Promise<Document> =>
      site.app.api.asAdministrator().send('post', '/api/operations', {
        document: { 'atomic:operations': operations },
        headers: { 'Content-Type': ATOMIC },
      });

    it('of a PATCH is the note of the revision', async () => {
      const { id } = await site.app.site.article();

      const { status } = await patch(id, 'Two', { revision: { note: 'Corrected a name', id: 'ignored' } });

      expect(status).toBe(200);
      expect(await listRevisions(id)).toMatchObject([{ note: 'Corrected a name', minor: false }]);
    });

    it('of a change of a relationship is the note of the revision', async () => {
      const { id } = await site.app.site.article();
      const { id: tag } = await site.app.site.tag();

      await site.app.api.asAdministrator().post(`/api/node/article/${id}/relationships/field_tags`, {
        data: [{ type: 'taxonomy_term--tags', id: tag }],
        meta: { revision: { note: 'Sorted' } },
      });

      expect(await listRevisions(id)).toMatchObject([{ note: 'Sorted', changed: ['field_tags'] }]);
    });

    it('of several operations on an entry is the last note, and minor when all are', async () => {
      const [one, other] = [await site.app.site.article(), await site.app.site.article()];
      const update = (id: string, title: string, revision?: object): object => ({
        ...{ op: 'update', data: { type: 'node--article', id, attributes: { title } } },
        ...(revision === undefined ? {} : { meta: { revision } }),
      });

      const { status } = await operate(
        update(one.id, 'A', { note: 'First', minor: true }),
        update(one.id, 'B', { note: 'Second' }),
        update(other.id, 'C', { minor: true }),
        update(other.id, 'D', { minor: true }),
      );

      expect(status).toBe(200);
      expect(await listRevisions(one.id)).toMatchObject([{ note: 'Second', minor: false }]);
      expect(await listRevisions(other.id)).toMatchObject([{ note: null, minor: true }]);
    });

    it('keeps the note of a deletion by an operation', async () => {
      const { id } = await site.app.site.article();

      await operate({
        op: 'remove',
        ref: { type: 'node--article', id },
        meta: { revision: { note: 'Twice' } },
      });

      expect(await listRevisions(id)).toMatchObject([{ track: 'deleted', note: 'Twice' }]);
    });

    it('keeps one state for minor changes that follow each other, and each state that others replace', async () => {
      const { id } = await site.app.site.article({ title: 'One' });
      const minor = { revision: { minor: true } };
      await patch(id, 'Two', minor);
      await patch(id, 'Three', minor);
      const [first] = await listRevisions(id);
      await patch(id, 'Four', {});
      await patch(id, 'Five', minor);

      const revisions = await listRevisions(id);

      expect(revisions.map(({ minor: isMinor }) => isMinor)).toEqual([true, false, true]);
      const titles = await Promise.all(
        revisions.map(
          async ({ number }) => (await read(`/api/node/article/${id}`, number)).body.data.attributes['title'],
        ),
      );
      expect(titles).toEqual(['Four', 'Three', 'One']);
      expect(revisions.at(-1)).toEqual(first);
    });

    it.each([
      [{ revision: [] }, ['/meta/revision']],
      [{ revision: null }, ['/meta/revision']],
      [{ revision: { note: '' } }, ['/meta/revision/note']],
      [{ revision: { note: ' ' } }, ['/meta/revision/note']],
      [{ revision: { note: 'x'.repeat(501) } }, ['/meta/revision/note']],
      [{ revision: { note: 'a\0b' } }, ['/meta/revision/note']],
      [{ revision: { note: 7, minor: 'yes' } }, ['/meta/revision/note', '/meta/revision/minor']],
    ])('is refused as %j, and nothing changes', async (meta, pointers) => {
      const { id } = await site.app.site.article();
      const { api } = site.app;
      const data = { type: 'node--article', id, attributes: { title: 'Two' } };
      const responses: readonly Document[] = [
        await patch(id, 'Two', meta),
        await api.asAdministrator().post('/api/node/article', { data: { ...data, id: UNKNOWN }, meta }),
        await api
          .asAdministrator()
          .patch(`/api/node/article/${id}/relationships/field_tags`, { data: [], meta }),
      ];
      const operation = await operate({ op: 'update', data, meta });

      for (const { status, body } of responses)
        expect([status, body.errors.map(({ source }) => source.pointer)]).toEqual([422, pointers]);
      expect(operation.body.errors.map(({ source }) => source.pointer)).toEqual(
        pointers.map((pointer) => `/atomic:operations/0${pointer}`),
      );
      expect(await listRevisions(id)).toEqual([]);
      expect((await api.asAdministrator().get(`/api/node/article/${UNKNOWN}`)).status).toBe(404);
    });

    it('accepts a note of 500 characters, whatever their length in the database', async () => {
      const { id } = await site.app.site.article();
      const note = '𝄞'.repeat(500);

      expect((await patch(id, 'Two', { revision: { note } })).status).toBe(200);
      expect(await listRevisions(id)).toMatchObject([{ note }]);
    });
  });

  describe('GET /manage/entry-revisions', () => {
    it('names who changed what, newest first, page by page', async () => {
      const { id } = await site.app.site.article();
      await edit(id, { attributes: { title: 'Two' } });
      await edit(id, { attributes: { title: 'Three', status: false } });

      const [newest, oldest] = await listRevisions(id);

      expect(newest?.changed).toEqual(expect.arrayContaining(['status', 'title']));
      expect(newest?.by).toMatchObject({ kind: 'client' });
      const first = await manager.get(`/manage/entry-revisions?entry=${id}&limit=1`);
      const next = String(first.body.next);
      const second = await manager.get(`/manage/entry-revisions?entry=${id}&limit=1&cursor=${next}`);
      expect([first, second].map(({ body }) => (body.items as Revision[])[0]?.number)).toEqual([
        newest?.number,
        oldest?.number,
      ]);
      expect(second.body.next).toBeNull();
    });

    it.each([
      ['', '400 invalid_parameter'],
      ['?entry=x', '400 invalid_parameter'],
      [`?entry=${UNKNOWN}&cursor=x`, '400 invalid_parameter'],
    ])('%s is %s', async (query, problem) => {
      expect(formatProblem(await manager.get(`/manage/entry-revisions${query}`))).toBe(problem);
    });

    it('keeps as many states as the setting says, and none with 0', async () => {
      const content = '/manage/settings/content';
      await manager.patch(content, { revisionsKept: 3 });
      const { id } = await site.app.site.article();
      for (let n = 0; n < 17; n += 1) await edit(id, { attributes: { title: `Edition ${n}` } });
      const numbers = (await listRevisions(id)).length;
      await manager.patch(content, { revisionsKept: 0 });
      const other = await site.app.site.article();
      await edit(other.id, { attributes: { title: 'Other' } });
      await manager.patch(content, { revisionsKept: 50 });

      expect(numbers).toBe(5);
      expect(await listRevisions(other.id)).toEqual([]);
    });
  });

  describe('/manage/trash', () => {
    const remove = async (id: string): Promise<void> => {
      expect((await site.app.api.asAdministrator().delete(`/api/node/article/${id}`)).status).toBe(204);
    };
    const listDeleted = async (): Promise<readonly string[]> =>
      ((await manager.get('/manage/trash?limit=100')).body.items as { entry: { id: string } }[]).map(
        ({ entry }) => entry.id,
      );

    it('lists a deleted entry and restores it under its id, once', async () => {
      const [tag, gone] = [await site.app.site.tag(), await site.app.site.tag()];
      const { id } = await site.app.site.article({ title: 'Trams' }, { field_tags: [tag, gone] });
      await edit(id, { attributes: { title: 'Trams again' } });
      await remove(id);
      await site.app.api.asAdministrator().delete(`/api/taxonomy_term/tags/${gone.id}`);

      const { body } = await manager.get('/manage/trash');
      expect(body.items).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ entry: { type: 'node--article', id, label: 'Trams again' } }),
        ]),
      );
      const restored = await manager.post(`/manage/trash/${id}/restore`);

      expect([restored.status, restored.body]).toEqual([
        200,
        {
          ...{ entry: { type: 'node--article', id, label: 'Trams again' }, published: true },
          references: { putBack: [], left: 0 },
        },
      ]);
      const document: Document = await site.app.api.asAdministrator().get(`/api/node/article/${id}`);
      expect(document.body.data.attributes['title']).toBe('Trams again');
      expect(document.body.data.relationships['field_tags']?.data).toEqual([
        { type: 'taxonomy_term--tags', id: tag.id },
      ]);
      expect((await listRevisions(id)).map(({ track }) => track)).toEqual(['live', 'live']);
      expect(await listDeleted()).not.toContain(id);
      expect(formatProblem(await manager.post(`/manage/trash/${id}/restore`))).toBe('409 duplicate_entry');
    });

    it('leaves out an entry that was created again, and does not restore it', async () => {
      const { id } = await site.app.site.article();
      await remove(id);
      const body = { data: { type: 'node--article', id, attributes: { title: 'New' } } };
      expect((await site.app.api.asAdministrator().post('/api/node/article', body)).status).toBe(201);

      expect(await listDeleted()).not.toContain(id);
      expect((await manager.post(`/manage/trash/${id}/restore`)).status).toBe(409);
    });

    it('restores nothing while writes are not allowed, or what was not deleted', async () => {
      const { id } = await site.app.site.article();
      await remove(id);
      await manager.patch('/manage/settings/jsonapi', { allowedOperations: 'read_only' });
      const refused = await manager.post(`/manage/trash/${id}/restore`);
      await manager.patch('/manage/settings/jsonapi', { allowedOperations: 'read_write' });

      expect(refused.status).toBe(403);
      for (const unknown of [UNKNOWN, 'x'])
        expect((await manager.post(`/manage/trash/${unknown}/restore`)).status).toBe(404);
    });

    it('keeps the last state readable, which links to no later one', async () => {
      const { id } = await site.app.site.article({ title: 'Ferries' });
      await remove(id);
      const [deletion] = await listRevisions(id);

      const { body } = await read(`/api/node/article/${id}`, deletion?.number ?? 0);

      expect(body.data.attributes['title']).toBe('Ferries');
      expect(body.meta).toMatchObject({ revision: { track: 'deleted' } });
      expect(Object.keys(body.links)).toEqual(['self']);
    });

    it('keeps nothing while trashDays is 0', async () => {
      await manager.patch('/manage/settings/content', { trashDays: 0 });
      const { id } = await site.app.site.article();
      await edit(id, { attributes: { title: 'Other' } });
      await remove(id);
      await manager.patch('/manage/settings/content', { trashDays: 30 });

      expect(await listDeleted()).not.toContain(id);
      expect(await listRevisions(id)).toEqual([]);
    });

    it('refuses an alias that another entry has taken, and changes nothing', async () => {
      const path = { alias: '/trams', langcode: 'en' };
      const { id } = await site.app.site.article({ path });
      await remove(id);
      await site.app.site.article({ path });

      expect(formatProblem(await manager.post(`/manage/trash/${id}/restore`))).toMatch(/^422/);
      expect(await listDeleted()).toContain(id);
    });
  });
});
