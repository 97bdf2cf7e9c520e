import { setImmediate as nextTurn } from 'node:timers/promises';
import { type RecordRange, RecordStore, type RecordWrite, type StoredRecord } from '../record.store.js';
import { describeRecordStore } from './index.js';

/** Mistakes that authors of record stores make. */
const MISTAKES = [
  'parallel writes check before others have written',
  'versions count by key',
  'versions begin anew at each opening',
  'checks are ignored',
  'keys are compared by UTF-16',
  'the key to continue behind is listed',
  'lists end at the end of all records',
  'the greatest character ends a prefix',
  'lists are read in chunks',
  'writes are made one after the other',
  'it cannot be opened again',
] as const;

type Mistake = (typeof MISTAKES)[number];

/** The tests of the kit that notice a mistake, by its name; others may fail, too. */
const NOTICED_BY: Readonly<Record<Mistake, RegExp>> = {
  'parallel writes check before others have written': /^of parallel writes that expect the same version/,
  'versions count by key': /^never gives a version again, not even after a deletion/,
  'versions begin anew at each opening': /^never gives a version again, not even after it was closed/,
  'checks are ignored': /^writes only while a checked record is unchanged/,
  'keys are compared by UTF-16': /in the order of the bytes of their keys/,
  'the key to continue behind is listed': /^continues behind a key/,
  'lists end at the end of all records': /^lists no record outside of the prefix/,
  'the greatest character ends a prefix': /in the order of the bytes of their keys/,
  'lists are read in chunks': /^lists records of one point in time/,
  'writes are made one after the other': /^shows all writes of a call, or none/,
  'it cannot be opened again': /^keeps its records when it is closed and opened again/,
};

describe('describeRecordStore', () => {
  it('passes a record store without a mistake', async () => {
    expect(await runKit()).toEqual([]);
  });

  it.each(MISTAKES)('fails a record store in which %s', async (mistake) => {
    expect(await runKit(mistake)).toEqual(
      expect.arrayContaining([expect.stringMatching(NOTICED_BY[mistake])]),
    );
  });
});

/** Runs the kit with a runner of its own. @returns the titles of failed tests */
async function runKit(mistake?: Mistake): Promise<string[]> {
  const steps: { readonly title: string; readonly body: () => Promise<void> | void }[] = [];
  const last: typeof steps = [];
  describeRecordStore('FaultyRecordStore', () => new FaultyRecordStore(mistake), {
    describe: (_, body) => {
      body();
    },
    it: (title, body) => steps.push({ title, body }),
    beforeAll: (body) => steps.unshift({ title: 'beforeAll', body }),
    afterAll: (body) => last.push({ title: 'afterAll', body }),
  });
  const failed: string[] = [];
  for (const { title, body } of [...steps, ...last])
    try {
      await body();
    } catch {
      failed.push(title);
    }
  return failed;
}

/** Records that a chunk has. */
const CHUNK = 500;

/** An asynchronous record store over a map that outlives its closing, with one mistake or none. */
class FaultyRecordStore extends RecordStore {
  override readonly durable = true;
  private readonly records = new Map<string, StoredRecord>();
  private version = 0;
  private openings = 0;
  private queue: Promise<unknown> = Promise.resolve();

  constructor(private readonly mistake?: Mistake) {
    super();
  }

  override open(): Promise<void> {
    this.openings += 1;
    if (this.has('versions begin anew at each opening')) this.version = 0;
    const fails = this.has('it cannot be opened again') && this.openings > 1;
    return fails ? Promise.reject(new Error('The store is closed.')) : Promise.resolve();
  }

  override async close(): Promise<void> {
    await this.queue;
  }

  override get(key: string): Promise<StoredRecord | undefined> {
    return Promise.resolve(this.records.get(key));
  }

  override async list({ limit, ...range }: RecordRange): Promise<readonly StoredRecord[]> {
    if (!this.has('lists are read in chunks')) return this.select({ limit, ...range });
    const records: StoredRecord[] = [];
    for (let more = true; more;) {
      const after = records.at(-1)?.key ?? range.after;
      const chunk = this.select({ ...range, after, limit: Math.min(CHUNK, limit - records.length) });
      records.push(...chunk);
      more = chunk.length === CHUNK && records.length < limit;
      await nextTurn();
    }
    return records;
  }

  override write(writes: readonly RecordWrite[]): Promise<boolean> {
    if (this.has('parallel writes check before others have written')) return this.checkAndStore(writes);
    const written = this.queue.then(() => this.checkAndStore(writes));
    this.queue = written.catch(() => undefined);
    return written;
  }

  private has(mistake: Mistake): boolean {
    return this.mistake === mistake;
  }

  private async checkAndStore(writes: readonly RecordWrite[]): Promise<boolean> {
    const isExpected = writes
      .filter(({ kind }) => kind !== 'check' || !this.has('checks are ignored'))
      .every(({ key, expectedVersion }) => (this.records.get(key)?.version ?? 0) === expectedVersion);
    if (!isExpected) return false;
    await nextTurn();
    for (const write of writes) {
      this.store(write);
      if (this.has('writes are made one after the other')) await nextTurn();
    }
    return true;
  }

  private store(write: RecordWrite): void {
    if (write.kind === 'delete') this.records.delete(write.key);
    if (write.kind !== 'put') return;
    const { key, value } = write;
    const known = this.records.get(key)?.version ?? 0;
    const version = this.has('versions count by key') ? known + 1 : (this.version += 1);
    this.records.set(key, { key, value: structuredClone(value), version });
  }

  private select({ prefix, after, limit, reverse = false }: RecordRange): StoredRecord[] {
    const direction = reverse ? -1 : 1;
    const runsOn = this.has('lists end at the end of all records') && after !== undefined;
    const endsEarly = this.has('the greatest character ends a prefix');
    const isInclusive = this.has('the key to continue behind is listed');
    return [...this.records.values()]
      .filter(({ key }) => runsOn || key.startsWith(prefix))
      .filter(({ key }) => !endsEarly || this.compare(key, `${prefix}\u{10ffff}`) <= 0)
      .filter(({ key }) => {
        const distance = after === undefined ? 1 : direction * this.compare(key, after);
        return distance > 0 || (isInclusive && distance === 0);
      })
      .sort((a, b) => direction * this.compare(a.key, b.key))
      .slice(0, limit);
  }

  private compare(a: string, b: string): number {
    if (this.has('keys are compared by UTF-16')) return a < b ? -1 : Number(a > b);
    return Buffer.compare(Buffer.from(a), Buffer.from(b));
  }
}
