import { setTimeout as wait } from 'node:timers/promises';

/** Asks again and again until the answer is yes. */
export async function within(milliseconds: number, isTrue: () => Promise<boolean>): Promise<void> {
  const limit = Date.now() + milliseconds;
  while (!(await isTrue())) {
    if (Date.now() > limit) throw new Error(`Not so within ${milliseconds} ms.`);
    await wait(20);
  }
}
