import { setTimeout as wait } from 'node:timers/promises';

/** Enough for a busy machine. */
const PATIENCE_MS = 20_000;

/** Asks again and again until the answer is yes. */
export async function eventually(isTrue: () => Promise<boolean>): Promise<void> {
  const limit = Date.now() + PATIENCE_MS;
  while (!(await isTrue())) {
    if (Date.now() > limit) throw new Error(`Not so within ${PATIENCE_MS / 1000} s.`);
    await wait(20);
  }
}
