import { setTimeout as wait } from 'node:timers/promises';

/** Sufficient for a busy machine, and less than the time limit of a test. */
const PATIENCE_MS = 120_000;

/** Polls every 20 ms until the condition holds. @throws Error after `patienceMs` */
export async function eventually(
  isTrue: () => Promise<boolean>,
  patienceMs: number = PATIENCE_MS,
): Promise<void> {
  const limit = Date.now() + patienceMs;
  while (!(await isTrue())) {
    if (Date.now() > limit)
      throw new Error(`The condition did not become true within ${patienceMs / 1000} s.`);
    await wait(20);
  }
}
