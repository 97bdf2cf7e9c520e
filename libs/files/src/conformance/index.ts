import { describeBytes } from './bytes.conformance.js';
import { describeKeys } from './keys.conformance.js';
import { describeSharing } from './sharing.conformance.js';
import { createContext, type FileStoreFixture } from './file-store-fixture.js';
import type { TestRunner } from './test-runner.js';

export type { FileStoreFixture } from './file-store-fixture.js';
export type { TestRunner } from './test-runner.js';

/**
 * Tests that every adapter of `FileStore` passes, on a real place. They store about 20 MB and remove what they store.
 *
 * @param createFixture is called once for each test, before it
 * @param runner the test functions; by default the globals of Jest or Vitest
 */
export function describeFileStore(
  name: string,
  createFixture: () => FileStoreFixture | Promise<FileStoreFixture>,
  runner: TestRunner = globalThis as unknown as TestRunner,
): void {
  runner.describe(name, () => {
    const context = createContext(createFixture, runner);
    describeBytes(context, runner);
    describeKeys(context, runner);
    describeSharing(context, runner);
  });
}
