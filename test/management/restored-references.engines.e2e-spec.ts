import { LOST_REFERENCES_MAXIMUM } from '@content-service/entries';
import { formatEntryPath } from '../support/entry-path.js';
import { ManagedSite, type ManagementClient } from '../support/managed-site.js';
import { formatProblem } from '../support/problems.js';

interface Identified {
  readonly type: string;
  readonly id: string;
}

interface Restored {
  readonly references: {
    readonly putBack: readonly { readonly entry: Identified; readonly field: string }[];
    readonly left: number;
  };
}

describe('POST /manage/trash/{entry}/restore?references=true', () => {
  let site: ManagedSite;
  let manager: ManagementClient;
  beforeAll(async () => {
    site = await ManagedSite.start();
    manager = await site.administrator();
  });
  afterAll(() => site.stop());

  const remove = async (entry: Identified): Promise<void> => {
    expect((await site.app.api.asAdministrator().delete(formatEntryPath(entry))).status).toBe(204);
  };
  const restore = async ({ id }: Identified, query = '?references=true'): Promise<Restored['references']> => {
    const { status, body } = await manager.post(`/manage/trash/${id}/restore${query}`);
    expect([status, body]).toEqual([200, expect.anything()]);
    return (body as unknown as Restored).references;
  };
  const readLinkage = async (entry: Identified, field: string): Promise<unknown> => {
    const path = formatEntryPath(entry, 'relationships', field);
    return (await site.app.api.asAdministrator().get(path)).body.data as unknown;
  };
  const link = async (entry: Identified, field: string, data: unknown): Promise<void> => {
    const path = formatEntryPath(entry, 'relationships', field);
    expect((await site.app.api.asAdministrator().patch(path, { data })).status).toBe(204);
  };
  const identify = ({ type, id }: Identified): Identified => ({ type, id });

  it('puts references back to their places, and names them', async () => {
    const { site: content } = site.app;
    const [first, gone, last] = [await content.tag(), await content.tag(), await content.tag()];
    const article = await content.article({ title: 'Trams' }, { field_tags: [first, gone, last] });
    await remove(gone);
    const { body } = await manager.get('/manage/trash');
    const [deletion] = body.items as { references: number }[];

    const references = await restore(gone);

    expect(deletion?.references).toBe(1);
    expect(references).toEqual({
      putBack: [{ entry: { ...identify(article), label: 'Trams' }, field: 'field_tags' }],
      left: 0,
    });
    expect(await readLinkage(article, 'field_tags')).toEqual([first, gone, last].map(identify));
    const revisions = await manager.get(`/manage/entry-revisions?entry=${article.id}`);
    expect((revisions.body.items as { changed: string[] }[])[0]?.changed).toContain('field_tags');
  });

  it('leaves a field with another value, and a list that has it again', async () => {
    const { site: content } = site.app;
    const [gone, other] = [await content.category(), await content.category()];
    const [empty, filled] = [
      await content.article({}, { field_category: gone }),
      await content.article({}, { field_category: gone }),
    ];
    await remove(gone);
    await link(filled, 'field_category', identify(other));

    const { putBack, left } = await restore(gone);

    expect([putBack.map(({ entry }) => entry.id), left]).toEqual([[empty.id], 1]);
    expect(await readLinkage(empty, 'field_category')).toEqual(identify(gone));
    expect(await readLinkage(filled, 'field_category')).toEqual(identify(other));
  });

  it('puts none back without the parameter, and refuses another value', async () => {
    const gone = await site.app.site.tag();
    const article = await site.app.site.article({}, { field_tags: [gone] });
    await remove(gone);

    const refused = await manager.post(`/manage/trash/${gone.id}/restore?references=yes`);
    const references = await restore(gone, '');

    expect(formatProblem(refused)).toBe('400 invalid_parameter');
    expect(references).toEqual({ putBack: [], left: 1 });
    expect(await readLinkage(article, 'field_tags')).toEqual([]);
  });

  it('skips entries that were deleted meanwhile, and finds those that came back', async () => {
    const gone = await site.app.site.tag();
    const [deleted, back] = [
      await site.app.site.article({}, { field_tags: [gone] }),
      await site.app.site.article({}, { field_tags: [gone] }),
    ];
    await remove(gone);
    await remove(deleted);
    await remove(back);
    await restore(back);

    const { putBack, left } = await restore(gone);

    expect([putBack.map(({ entry }) => entry.id), left]).toEqual([[back.id], 1]);
  });

  it('puts the first of many references back, also when a job still ends them', async () => {
    const gone = await site.app.site.category();
    for (let n = 0; n < LOST_REFERENCES_MAXIMUM + 5; n += 1)
      await site.app.site.article({}, { field_category: gone });
    await remove(gone);

    const { putBack, left } = await restore(gone);

    expect([putBack.length, left]).toEqual([LOST_REFERENCES_MAXIMUM, 0]);
  });

  it('keeps a change that is made at the same time', async () => {
    const gone = await site.app.site.tag();
    const article = await site.app.site.article({ title: 'Before' }, { field_tags: [gone] });
    await remove(gone);
    const body = { data: { ...identify(article), attributes: { title: 'After' } } };

    const [{ putBack }] = await Promise.all([
      restore(gone),
      site.app.api.asAdministrator().patch(formatEntryPath(article), body),
    ]);

    expect(putBack).toHaveLength(1);
    expect(await readLinkage(article, 'field_tags')).toEqual([identify(gone)]);
    const stored = await site.app.api.asAdministrator().get(formatEntryPath(article));
    expect(stored.body.data).toMatchObject({ attributes: { title: 'After' } });
  });
});
