import assert from 'node:assert/strict';

/** More than the tests store. */
export const MANY = 1000;

/**
 * Asserts that `prune` deletes as many records as it is told, and says how many.
 *
 * @param save stores a record that can be deleted, and returns what tells whether it is stored
 */
export async function assertPrunesInBatches(
  prune: (limit: number) => Promise<number>,
  save: () => Promise<() => Promise<boolean>>,
): Promise<void> {
  await prune(MANY);
  const isStored = [await save(), await save(), await save()];

  assert.equal(await prune(2), 2);
  const left = await Promise.all(isStored.map((check) => check()));
  assert.equal(left.filter(Boolean).length, 1);

  assert.ok((await prune(MANY)) > 0);
  assert.equal(await prune(MANY), 0);
  for (const check of isStored) assert.equal(await check(), false);
}
