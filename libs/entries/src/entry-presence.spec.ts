import { type SpoolPart, SpoolStore } from '@content-service/jobs';
import { FakeClock, type Uuid } from '@content-service/kernel';
import { EntryPresence, PRESENT_MAXIMUM } from './entry-presence.js';

const ENTRY = '0190b0a0-0000-7000-8000-000000000001';
const OTHER = '0190b0a0-0000-7000-8000-000000000002';
const UNKNOWN = '0190b0a0-0000-7000-8000-000000000003';

describe('EntryPresence', () => {
  let clock: FakeClock;
  let spools: MemorySpoolStore;
  let presence: EntryPresence;
  beforeEach(() => {
    clock = new FakeClock();
    spools = new MemorySpoolStore();
    const status = { type: 'node--page', published: false };
    const findStatuses = (ids: readonly Uuid[]): Promise<Map<Uuid, typeof status>> =>
      Promise.resolve(new Map(ids.filter((id) => id !== UNKNOWN).map((id) => [id, status])));
    presence = new EntryPresence({ findStatuses }, spools, clock);
  });

  const enter = async (id: string, entry: string = ENTRY): Promise<readonly string[]> =>
    (await presence.enter(entry, { kind: 'user', id })).map((one) => one.id);
  const leave = (id: string): Promise<void> => presence.leave(ENTRY, { kind: 'user', id });

  it('tells each who the others are, the one who was heard of last first', async () => {
    expect(await enter('edith')).toEqual([]);
    clock.advance(1);
    expect(await presence.enter(ENTRY, { kind: 'client', id: 'importer' })).toEqual([
      { kind: 'user', id: 'edith', seenAt: clock.now() - 1 },
    ]);
    clock.advance(1);

    expect(await enter('ada')).toEqual(['importer', 'edith']);
    expect(await enter('edith')).toEqual(['ada', 'importer']);
    expect(await enter('edith', OTHER)).toEqual([]);
  });

  it('forgets whoever was not heard of for a minute', async () => {
    await enter('edith');
    clock.advance(59);
    expect(await enter('ada')).toEqual(['edith']);

    clock.advance(1);

    expect(await enter('ada')).toEqual([]);
    await enter('wanda');
    expect(spools.read()).not.toContain('edith');
  });

  it('forgets whoever leaves at once, and keeps nothing when all have left', async () => {
    await enter('edith');
    await enter('ada');

    await leave('edith');
    await leave('wanda');

    expect(await enter('ada')).toEqual([]);
    await leave('ada');
    await leave('ada');
    expect(spools.texts.size).toBe(0);
  });

  it('keeps 50, those who were heard of last', async () => {
    for (let n = 0; n < PRESENT_MAXIMUM + 10; n += 1) {
      clock.advance(n % 2);
      await enter(`user-${n}`);
    }

    const others = await enter('edith');
    expect(others).toHaveLength(PRESENT_MAXIMUM - 1);
    expect(others).toEqual(expect.arrayContaining(['user-59', 'user-12']));
    expect(Object.keys(JSON.parse(spools.read()) as object)).toHaveLength(PRESENT_MAXIMUM);
  });

  it('knows both after the next beat when one of two at the same moment was lost', async () => {
    await Promise.all([enter('edith'), enter('ada')]);

    await enter('edith');
    await enter('ada');

    expect(await enter('edith')).toEqual(['ada']);
    expect(await enter('ada')).toEqual(['edith']);
  });

  it.each(['__proto__', 'constructor', '1'])('knows a client with the id %s', async (id) => {
    await presence.enter(ENTRY, { kind: 'client', id });

    expect(await enter('edith')).toEqual([id]);
  });

  it('does not use the id of the entry for the spool, as clients choose it', async () => {
    await enter('edith');

    expect(await spools.find(ENTRY, 0)).toBeUndefined();
    expect([...spools.texts.keys()]).toEqual([
      expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/),
    ]);
  });

  it.each([UNKNOWN, 'x', '', ENTRY.toUpperCase()])(
    'refuses the entry "%s", which is not stored',
    async (id) => {
      await expect(enter('edith', id)).rejects.toThrow(`There is no entry with the id '${id}'.`);
      expect(spools.texts.size).toBe(0);
    },
  );

  it('lets everybody leave an entry that was deleted, but not what is no id', async () => {
    await presence.leave(UNKNOWN, { kind: 'user', id: 'edith' });

    await expect(presence.leave('x', { kind: 'user', id: 'edith' })).rejects.toThrow("the id 'x'");
  });
});

/** Keeps one part of each spool. */
class MemorySpoolStore extends SpoolStore {
  readonly texts = new Map<Uuid, string>();

  /** The text of the only spool. */
  read(): string {
    return [...this.texts.values()].join();
  }

  override put({ spool, text }: SpoolPart): Promise<void> {
    this.texts.set(spool, text);
    return Promise.resolve();
  }

  override find(spool: Uuid, _: number): Promise<string | undefined> {
    return Promise.resolve(this.texts.get(spool));
  }

  override delete(spool: Uuid): Promise<void> {
    this.texts.delete(spool);
    return Promise.resolve();
  }

  override prune(): Promise<number> {
    return Promise.resolve(0);
  }
}
