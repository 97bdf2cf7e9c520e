import type { TestRunner } from '@content-service/storage/conformance';
import type { RecordStore } from '../record.store.js';
import { ATOMICITY } from './atomicity.js';
import { RANGES } from './ranges.js';
import { LIFECYCLE, VERSIONS } from './versions.js';
import { WRITES } from './writes.js';

/**
 * Defines the tests that every record store must pass, besides those of `describeStorage` for a storage over it.
 *
 * @param create creates an empty record store that is not open yet
 * @param runner the test functions; by default the globals of Jest or Vitest
 */
export function describeRecordStore(
  name: string,
  create: () => Promise<RecordStore> | RecordStore,
  runner: TestRunner = globalThis as unknown as TestRunner,
): void {
  const { describe, it, beforeAll, afterAll } = runner;
  describe(name, () => {
    let store: RecordStore;
    beforeAll(async () => {
      store = await create();
      await store.open();
    });
    afterAll(() => store.close());
    for (const [title, test] of Object.entries({
      ...{ ...VERSIONS, ...WRITES, ...RANGES, ...ATOMICITY, ...LIFECYCLE },
    }))
      it(title, () => test(store));
  });
}
