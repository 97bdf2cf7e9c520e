import type { Response } from 'supertest';
import type { Resource } from '../support/api-client.js';
import { ARTICLE, COPY, createCopyRequests } from '../support/copy-requests.js';
import { formatEntryPath } from '../support/entry-path.js';
import { ManagedSite, type ManagementClient } from '../support/managed-site.js';
import { formatProblem } from '../support/problems.js';
import { getResource } from '../support/responses.js';

interface Document {
  readonly data: Required<Resource>;
  readonly meta?: {
    readonly revision?: Readonly<Record<string, unknown>>;
    readonly dropped?: readonly object[];
  };
  readonly links: Readonly<Record<string, { readonly href: string }>>;
}

const getDocument = ({ body }: Response): Document => body as Document;

describe('reads of working copies', () => {
  let site: ManagedSite;
  let manager: ManagementClient;
  beforeAll(async () => {
    site = await ManagedSite.start();
    manager = await site.createClient();
  });
  afterAll(() => site.stop());

  const { editor, save, readLive, readCopy, discard, listCopies, addCopy } = createCopyRequests(() => ({
    site,
    manager,
  }));

  describe('GET with resourceVersion=rel:working-copy', () => {
    it.each([true, false])('is the entry without a copy when it is published: %s', async (status) => {
      const entry = await site.app.site.article({ title: 'Live', status });

      const response = await readCopy(entry);

      expect(getResource(response).attributes).toMatchObject({ title: 'Live', status });
      expect(getDocument(response).meta).toBeUndefined();
    });

    it('shows related entries, linkage and included entries of the copy', async () => {
      const tag = await site.app.site.tag();
      const entry = await addCopy();
      const linkage = [{ type: tag.type, id: tag.id }];
      await save(entry, { relationships: { field_tags: { data: linkage } } });

      const related = await readCopy(entry, '/field_tags');
      const relationship = await readCopy(entry, '/relationships/field_tags');
      const included = await editor().get(`${formatEntryPath(entry)}?${COPY}&include=field_tags`);

      expect((related.body as { data: unknown }).data).toMatchObject(linkage);
      expect((relationship.body as { data: unknown }).data).toEqual(linkage);
      expect((included.body as { included: unknown }).included).toMatchObject(linkage);
      for (const { headers } of [related, relationship]) {
        expect(headers['etag']).toMatch(/^"w2-/);
        expect(headers['cache-control']).toBe('private, no-store');
      }
      expect((await editor().get(`${formatEntryPath(entry)}/field_tags`)).body).toMatchObject({ data: [] });
    });

    it('of a copy is refused to readers; without one it is the entry', async () => {
      await site.app.site.settings({ publicAccess: true });
      const [entry, plain] = [await addCopy(), await site.app.site.article()];
      const { api } = site.app;

      for (const suffix of ['', '/field_tags', '/relationships/field_tags']) {
        const path = `${formatEntryPath(entry)}${suffix}?${COPY}`;
        const statuses = [await api.asAnonymous().get(path), await api.asReader().get(path)];
        expect(statuses.map(({ status }) => status)).toEqual([401, 403]);
      }
      const path = `${formatEntryPath(plain)}?${COPY}`;
      expect((await api.asAnonymous().get(path)).status).toBe(200);
      expect((await api.asReader().get(path)).status).toBe(200);
      await site.app.site.settings({ publicAccess: false });
    });

    it('is linked by the published entry for those who may see it', async () => {
      const [entry, plain] = [await addCopy(), await site.app.site.article()];

      const links = [await readLive(entry), await readLive(plain)].map((one) => getDocument(one).links);
      const reader = await site.app.api.asReader().get(formatEntryPath(entry));

      expect(links[0]?.['working-copy']?.href).toMatch(new RegExp(`${entry.id}\\?${COPY}$`));
      expect(links[1]).not.toHaveProperty('working-copy');
      expect(getDocument(reader).links).not.toHaveProperty('working-copy');
      const tag = (await readLive(entry)).headers['etag'];
      await discard(entry);
      expect((await readLive(entry)).headers['etag']).not.toBe(tag);
      expect(getDocument(await readCopy(entry)).links).not.toHaveProperty('latest-version');
    });

    it('of a collection shows the present entries', async () => {
      const entry = await addCopy();

      const response = await editor().get(`/api/node/article?${COPY}&filter[id]=${entry.id}`);

      expect(response.body).toMatchObject({ data: [{ attributes: { title: 'Live', status: true } }] });
    });
  });

  describe('GET /manage/entry-copies', () => {
    it('lists the copies of up to 100 entries, in any order', async () => {
      const [first, second] = [await addCopy(), await addCopy()];
      const without = await site.app.site.article();

      const listed = await listCopies(`entry=${first.id}&entry=${without.id}&entry=${second.id}`);

      const ids = listed.map(({ entry }) => (entry as Resource).id);
      expect(ids.sort()).toEqual([first.id, second.id].sort());
    });

    it('lists copies, the last saved first, of all types, of one, and of an entry', async () => {
      const [first, second] = [await addCopy({ title: 'First' }), await addCopy({ field_rating: 5 })];

      const listed = (await listCopies(`type=${ARTICLE}&limit=2`)).map(({ entry }) => (entry as Resource).id);
      const [item] = await listCopies(`entry=${first.id}`);

      expect(listed).toEqual([second.id, first.id]);
      expect(item).toEqual({
        entry: { type: ARTICLE, id: first.id, label: 'First' },
        published: true,
        version: 1,
        savedAt: expect.stringMatching(/^\d{4}-/),
        by: { kind: 'client', id: null, name: expect.any(String) },
        changed: ['title'],
        note: null,
      });
      expect(await listCopies('type=node--page')).toEqual([]);
      const page = await manager.get('/manage/entry-copies?limit=1');
      const next = await manager.get(`/manage/entry-copies?limit=1&cursor=${String(page.body.next)}`);
      expect([page, next].map(({ body }) => (body.items as { entry: Resource }[])[0]?.entry.id)).toEqual([
        second.id,
        first.id,
      ]);
    });

    it('refuses more than 100 entries', async () => {
      const { id } = await site.app.site.article();

      const response = await manager.get(`/manage/entry-copies?${`entry=${id}&`.repeat(101)}`);

      expect(formatProblem(response)).toBe('400 invalid_parameter');
    });

    it.each([
      ['?entry=x', '400 invalid_parameter'],
      ['?cursor=x', '400 invalid_parameter'],
    ])('%s is %s', async (query, problem) => {
      expect(formatProblem(await manager.get(`/manage/entry-copies${query}`))).toBe(problem);
    });
  });
});
