import type { Response } from 'supertest';
import { toErrorSummaries } from '../../support/responses.js';
import { startApp, type TestApp } from '../../support/app.js';
import { formatEntryPath } from '../../support/entry-path.js';

const ABSENT_ID = '0190b0a0-0000-7000-8000-00000000dead';
const CLIENT_ID = '0190b0a0-0000-7000-8000-00000000c0de';

describe('JSON:API 1.1, Creating, Updating and Deleting Resources', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.stop());

  const create = (data: unknown): Promise<Response> =>
    app.api.asAdministrator().post('/api/node/article', { data });
  const linkTo = ({ type, id }: { type: string; id: string }) => ({ type, id });

  describe('Creating Resources', () => {
    it('the request MUST include a single resource object as primary data', async () => {
      expect((await create([{ type: 'node--article', attributes: { title: 'One' } }])).status).toBe(400);
      expect((await create(undefined)).status).toBe(400);
    });

    it('the resource object MUST contain at least a type member', async () => {
      expect((await create({ attributes: { title: 'Typeless' } })).status).toBe(400);
    });

    it('a relationship MUST be an object with a data member', async () => {
      const response = await create({
        type: 'node--article',
        attributes: { title: 'Linkless' },
        relationships: { field_category: { links: {} } },
      });

      expect(response.status).toBe(422);
      expect(toErrorSummaries(response)).toMatchObject([
        { source: { pointer: '/data/relationships/field_category' } },
      ]);
    });

    it('a client-generated id MUST be a UUID, and is used unchanged', async () => {
      const attributes = { title: 'With an id' };

      expect((await create({ type: 'node--article', id: 'mine', attributes })).status).toBe(422);
      expect((await create({ type: 'node--article', id: CLIENT_ID, attributes })).body.data.id).toBe(
        CLIENT_ID,
      );
    });

    it('MUST respond 201 with the resource, and Location MUST match its self link', async () => {
      const { status, headers, body } = await create({
        type: 'node--article',
        attributes: { title: 'Located' },
      });

      expect([status, body.data.attributes.title]).toEqual([201, 'Located']);
      expect(headers['location']).toBe(body.data.links.self.href);
    });

    it('MUST respond 404 when a related resource does not exist', async () => {
      const relationships = { field_category: { data: { type: 'taxonomy_term--category', id: ABSENT_ID } } };

      const response = await create({
        type: 'node--article',
        attributes: { title: 'Lonely' },
        relationships,
      });

      expect(response.status).toBe(404);
    });

    it('MUST respond 409 when the client-generated id is taken', async () => {
      const { id } = await app.site.article();

      expect((await create({ type: 'node--article', id, attributes: { title: 'Again' } })).status).toBe(409);
    });

    it('MUST respond 409 when the type is not among those of the collection', async () => {
      expect((await create({ type: 'node--page', attributes: { title: 'Page' } })).status).toBe(409);
    });
  });

  describe('Updating Resources', () => {
    it('the resource object MUST contain type and id', async () => {
      const article = await app.site.article();
      const patch = (data: unknown) => app.api.asAdministrator().patch(formatEntryPath(article), { data });

      expect((await patch({ id: article.id, attributes: {} })).status).toBe(400);
      expect((await patch({ type: article.type, attributes: {} })).status).toBe(400);
    });

    it('MUST interpret missing attributes and relationships as if they had their current values', async () => {
      const tag = await app.site.tag();
      const article = await app.site.article(
        { field_summary: 'Kept', field_rating: 3 },
        { field_tags: [tag] },
      );

      const response = await app.api
        .asAdministrator()
        .patch(formatEntryPath(article), { data: { ...linkTo(article), attributes: { field_rating: 4 } } });

      expect(response.body.data).toMatchObject({
        attributes: { field_summary: 'Kept', field_rating: 4 },
        relationships: { field_tags: { data: [linkTo(tag)] } },
      });
    });

    it('MUST respond 200 with a representation, since the server also updates changed', async () => {
      const article = await app.site.article();
      app.clock.advance(60);

      const response = await app.api
        .asAdministrator()
        .patch(formatEntryPath(article), { data: { ...linkTo(article), attributes: { title: 'Newer' } } });

      expect(response.status).toBe(200);
      expect(response.body.data.attributes.changed).not.toBe(article.attributes['changed']);
    });

    it('MUST respond 404 for a resource, or a related resource, that does not exist', async () => {
      const article = await app.site.article();
      const relationships = { field_tags: { data: [{ type: 'taxonomy_term--tags', id: ABSENT_ID }] } };
      const unknown = { type: 'node--article', id: ABSENT_ID };

      const related = await app.api
        .asAdministrator()
        .patch(formatEntryPath(article), { data: { ...linkTo(article), relationships } });
      const itself = await app.api.asAdministrator().patch(formatEntryPath(unknown), { data: unknown });

      expect([related.status, itself.status]).toEqual([404, 404]);
    });

    it('MUST respond 409 when type or id do not match the endpoint', async () => {
      const article = await app.site.article();
      const patch = (data: unknown) => app.api.asAdministrator().patch(formatEntryPath(article), { data });

      expect((await patch({ type: article.type, id: ABSENT_ID })).status).toBe(409);
      expect((await patch({ type: 'node--page', id: article.id })).status).toBe(409);
    });
  });

  describe('Updating Relationships', () => {
    it('a to-one relationship MUST take an identifier, or null to remove it', async () => {
      const category = await app.site.category();
      const article = await app.site.article();
      const path = formatEntryPath(article, 'relationships/field_category');

      const set = await app.api.asAdministrator().patch(path, { data: linkTo(category) });
      const linked = (await app.api.asReader().get(path)).body.data;
      const cleared = await app.api.asAdministrator().patch(path, { data: null });
      const empty = (await app.api.asReader().get(path)).body.data;

      expect([set.status, linked, cleared.status, empty]).toEqual([204, linkTo(category), 204, null]);
    });

    it('PATCH of a to-many relationship MUST replace every member, or refuse the whole', async () => {
      const [one, two] = [await app.site.tag(), await app.site.tag()];
      const article = await app.site.article({}, { field_tags: [one] });
      const path = formatEntryPath(article, 'relationships/field_tags');

      await app.api.asAdministrator().patch(path, { data: [linkTo(two)] });
      const replaced = (await app.api.asReader().get(path)).body.data;
      const refused = await app.api
        .asAdministrator()
        .patch(path, { data: [linkTo(one), { type: one.type, id: ABSENT_ID }] });

      expect(replaced).toEqual([linkTo(two)]);
      expect(refused.status).toBe(400);
      expect((await app.api.asReader().get(path)).body.data).toEqual([linkTo(two)]);
    });

    it('POST MUST add the specified members unless they are already present', async () => {
      const [one, two] = [await app.site.tag(), await app.site.tag()];
      const article = await app.site.article({}, { field_tags: [one] });

      const response = await app.api
        .asAdministrator()
        .post(formatEntryPath(article, 'relationships/field_tags'), { data: [linkTo(one), linkTo(two)] });

      expect(response.status).toBe(200);
      expect(response.body.data).toEqual([linkTo(one), linkTo(two)]);
    });

    it('DELETE MUST remove the specified members, and succeed when some are already missing', async () => {
      const [one, two, three] = [await app.site.tag(), await app.site.tag(), await app.site.tag()];
      const article = await app.site.article({}, { field_tags: [one, two] });
      const path = formatEntryPath(article, 'relationships/field_tags');

      const response = await app.api.asAdministrator().delete(path, { data: [linkTo(one), linkTo(three)] });

      expect(response.status).toBe(204);
      expect((await app.api.asReader().get(path)).body.data).toEqual([linkTo(two)]);
    });

    it.each(['post', 'delete'] as const)('%s of a to-one relationship is refused', async (method) => {
      const category = await app.site.category();
      const article = await app.site.article();
      const path = formatEntryPath(article, 'relationships/field_category');

      const response = await app.api.asAdministrator()[method](path, { data: linkTo(category) });

      expect([400, 403, 405, 409]).toContain(response.status);
      expect((await app.api.asReader().get(path)).body.data).toBeNull();
    });
  });

  describe('Deleting Resources', () => {
    it('MUST respond 204 without content', async () => {
      const article = await app.site.article();

      const response = await app.api.asAdministrator().delete(formatEntryPath(article));

      expect([response.status, response.text]).toEqual([204, '']);
      expect(await app.site.findStored(article)).toBeUndefined();
    });

    it('SHOULD respond 404 when the resource does not exist', async () => {
      const unknown = { type: 'node--article', id: ABSENT_ID };

      expect((await app.api.asAdministrator().delete(formatEntryPath(unknown))).status).toBe(404);
    });
  });
});
