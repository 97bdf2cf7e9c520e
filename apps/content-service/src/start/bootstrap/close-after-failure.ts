import { setTimeout as sleep } from 'node:timers/promises';

/** How long the end of what was begun may take before the failure is reported all the same. */
const CLOSE_MS = 2000;

/**
 * Closes what a failed start has begun. The failure is what counts: an error of closing is dropped, and what does not end is
 * left to the end of the process.
 */
export async function closeAfterFailure(closeable: { close(): Promise<unknown> }): Promise<void> {
  const waiting = new AbortController();
  const closing = Promise.resolve()
    .then(() => closeable.close())
    .catch(() => undefined);
  await Promise.race([
    closing,
    sleep(CLOSE_MS, undefined, { signal: waiting.signal }).catch(() => undefined),
  ]);
  waiting.abort();
}
