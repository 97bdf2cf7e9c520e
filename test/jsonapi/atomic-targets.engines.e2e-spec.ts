import type { Entry } from '@content-service/entries';
import type { Response } from 'supertest';
import { BASE_URL, startApp, type TestApp } from '../support/app.js';
import { formatEntryPath } from '../support/entry-path.js';
import { toErrorSummaries } from '../support/responses.js';

const MEDIA_TYPE = 'application/vnd.api+json;ext="https://jsonapi.org/ext/atomic"';
const ABSENT_ID = '0190b0a0-0000-7000-8000-00000000dead';

describe('the targets of atomic operations', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.stop());

  const send = (operations: unknown): Promise<Response> =>
    app.api
      .asAdministrator()
      .post(
        '/api/operations',
        { 'atomic:operations': operations },
        { 'Content-Type': MEDIA_TYPE, Accept: MEDIA_TYPE },
      );
  const ref = ({ type, id }: Entry): { readonly type: string; readonly id: string } => ({ type, id });

  it('adds an entry that refers to itself by lid', async () => {
    const self = { type: 'node--article', lid: 'me' };

    const response = await send([
      {
        op: 'add',
        data: { ...self, attributes: { title: 'Ring' }, relationships: { field_related: { data: [self] } } },
      },
    ]);

    const added = (response.body as { 'atomic:results': readonly { data: { id: string } }[] })[
      'atomic:results'
    ][0]?.data;
    expect(response.status).toBe(200);
    const { body } = await app.api
      .asAdministrator()
      .get(`/api/node/article/${added?.id}/relationships/field_related`);
    expect(body.data).toMatchObject([{ type: 'node--article', id: added?.id }]);
  });

  it('names targets by href, and an unknown one is 404 there', async () => {
    const [changed, target] = [await app.site.article(), await app.site.tag()];
    const path = formatEntryPath(changed);

    const response = await send([
      {
        op: 'add',
        href: '/api/node/article',
        data: { type: 'node--article', attributes: { title: 'Added' } },
      },
      { op: 'update', href: BASE_URL + path, data: { ...ref(changed), attributes: { title: 'Changed' } } },
      { op: 'add', href: `${path}/relationships/field_tags`, data: [ref(target)] },
    ]);
    const missing = await send([{ op: 'remove', href: `/api/node/article/${ABSENT_ID}` }]);

    expect(response.status).toBe(200);
    expect((await app.site.findStored(changed))?.attributes['title']).toBe('Changed');
    expect((await app.site.findStored(changed))?.relationships['field_tags']).toEqual([ref(target)]);
    expect(toErrorSummaries(missing)).toMatchObject([
      { status: '404', source: { pointer: '/atomic:operations/0/href' } },
    ]);
  });
});
