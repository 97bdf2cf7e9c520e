import { type Entry, EntryScheduler } from '@content-service/entries';
import { createCopyRequests } from '../support/copy-requests.js';
import { ManagedSite, type ManagementClient } from '../support/managed-site.js';

const HOUR = 3600;

interface Schedule {
  readonly action: string;
  readonly problems: readonly object[];
}

describe('GET /manage/entry-schedules', () => {
  let site: ManagedSite;
  let manager: ManagementClient;
  beforeAll(async () => {
    site = await ManagedSite.start();
    // The test performs what is due itself.
    await site.stopEventProcessing();
    manager = await site.createClient();
  });
  afterAll(() => site.stop());

  const { patch, save } = createCopyRequests(() => ({ site, manager }));
  const timeIn = (seconds: number): string =>
    new Date((site.app.clock.now() + seconds) * 1000).toISOString().replace('.000Z', 'Z');
  /** Turns the clock, which ends the token of the manager. */
  const advance = async (seconds: number): Promise<void> => {
    site.app.clock.advance(seconds);
    manager = await site.createClient();
  };
  const performDue = (): Promise<void> => site.app.nest.get(EntryScheduler).performDue();
  const list = async ({ id }: Entry): Promise<readonly Schedule[]> =>
    (await manager.get(`/manage/entry-schedules?entry=${id}`)).body.items as Schedule[];
  const alias = { path: { alias: '/hindered', langcode: 'en' } };

  it('names the fields that the site has changed since, from when it is due until they are resolved', async () => {
    const entry = await site.app.site.article({ title: 'Live' });
    await save(entry, { attributes: { title: 'Copy', field_rating: 4, publish_on: timeIn(HOUR) } });
    await patch(entry, { attributes: { title: 'Corrected', field_rating: 1 } });
    expect(await list(entry)).toMatchObject([{ action: 'publish', problems: [] }]);

    await advance(HOUR);
    const conflict = { code: 'working_copy_conflict', detail: expect.stringContaining('was changed') };
    const problems = ['title', 'field_rating'].map((field) => ({ ...conflict, field }));
    expect((await list(entry))[0]?.problems).toEqual(expect.arrayContaining(problems));
    await performDue();
    expect((await list(entry))[0]?.problems).toHaveLength(2);

    await save(entry, { attributes: { title: 'Corrected', field_summary: 'Resolved' } });
    expect((await list(entry))[0]?.problems).toEqual([{ ...conflict, field: 'field_rating' }]);
    await save(entry, { attributes: { field_rating: 1 } });
    expect(await list(entry)).toMatchObject([{ problems: [] }]);
    await advance(60);
    await performDue();
    expect(await list(entry)).toEqual([]);
    expect((await site.app.site.findStored(entry))?.attributes).toMatchObject({
      title: 'Corrected',
      field_summary: 'Resolved',
    });
  });

  it('names an alias that another entry has taken meanwhile, and nothing of an entry that has its own', async () => {
    const entry = await site.app.site.article({ title: 'Live' });
    const draft = await site.app.site.article({ published: false, path: { alias: '/own', langcode: 'en' } });
    await save(entry, { attributes: { ...alias, publish_on: timeIn(HOUR) } });
    await patch(draft, { attributes: { publish_on: timeIn(HOUR) } });
    await site.app.site.article(alias);
    await advance(HOUR);

    expect((await list(entry))[0]?.problems).toEqual([
      { code: 'alias_taken', detail: expect.stringContaining("'/hindered' is taken"), field: null },
    ]);
    expect(await list(draft)).toMatchObject([{ action: 'publish', problems: [] }]);
    await performDue();
    expect(await list(entry)).toHaveLength(1);
    expect(await list(draft)).toEqual([]);
  });
});
