import { defineField, UNLIMITED } from '@content-service/bundles';
import { STATEMENTS_PER_TURN } from './database/event-loop-turns.js';
import { bundle, insert, putBundle, remove, createEntry } from './testing/sample-content.js';
import { StatementLog } from './testing/statement-log.js';
import { describeOnEngine } from './testing/test-engines.js';
import { TypeOrmStorage } from './typeorm-storage.js';

const TYPE = 'node--page';
/** More than one transaction unlinks, and more than several ranges of the index (200). */
const REFERRERS = 1250;

/** The most statements that were sent between two turns of the event loop. */
class LongestRun extends StatementLog {
  longest = 0;
  private run = 0;

  override logQuery(statement: string): void {
    super.logQuery(statement);
    if (this.run === 0)
      setImmediate(() => {
        this.run = 0;
      });
    this.run += 1;
    this.longest = Math.max(this.longest, this.run);
  }
}

await describeOnEngine('an operation on more entries than every batch', (engine) => {
  const log = new LongestRun();
  const next = defineField('field_next', 'entity_reference', {
    cardinality: UNLIMITED,
    settings: { targetTypes: [TYPE] },
  });
  const code = defineField('field_code', 'string');
  let storage: TypeOrmStorage;
  let version: number;
  beforeAll(async () => {
    storage = new TypeOrmStorage(await engine.create(), { logger: log });
    await storage.open();
    await storage.migrate();
    ({ version } = await putBundle(storage, bundle('page', next, code)));
  });
  afterAll(() => storage.close());

  /** Makes a target with many referrers, watches the task, and checks what is derived from the entries afterwards. */
  async function watch(task: (target: ReturnType<typeof createEntry>) => Promise<unknown>): Promise<number> {
    const target = createEntry(TYPE, version);
    const linkage = { field_next: [{ type: TYPE, id: target.id }] };
    const referrers = Array.from({ length: REFERRERS }, (_, n) =>
      createEntry(TYPE, version, { field_code: `Code ${n}` }, linkage),
    );
    await storage.entries.apply([target, ...referrers].map(insert));
    log.longest = 0;
    await task(target);
    const { longest } = log;
    expect((await storage.verifyIndex()).drifts).toEqual([]);
    return longest;
  }

  it('deleting a referenced entry sends no more statements in one turn of the event loop than allowed', async () => {
    let left: unknown;
    const longest = await watch(async (target) => {
      await storage.entries.apply([remove(target)]);
      while ((await storage.entries.unlinkDeleted([target.id], 100)) > 0);
      left = await storage.entries.findReferrers(target.id, { limit: 1 });
    });

    expect(left).toEqual([]);
    expect(longest).toBeLessThanOrEqual(STATEMENTS_PER_TURN);
  });

  it('changing caseSensitive of a field sends no more statements in one turn than allowed', async () => {
    const longest = await watch(async () => {
      const exact = { ...code, settings: { caseSensitive: true } };
      ({ version } = await putBundle(storage, bundle('page', next, exact)));
    });

    expect(longest).toBeLessThanOrEqual(STATEMENTS_PER_TURN);
  });

  it.each([
    ['verifying', () => storage.verifyIndex()],
    ['rebuilding', () => storage.rebuildIndex()],
  ])('%s the index sends no more statements in one turn than allowed', async (_, task) => {
    expect(await watch(task)).toBeLessThanOrEqual(STATEMENTS_PER_TURN);
  });
});
