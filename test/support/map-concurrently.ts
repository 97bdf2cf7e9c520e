/** Number of requests in flight: realistic for one client and below the pool size. */
const CONCURRENCY = 8;

/** Maps a list with up to eight tasks at a time. @returns the results in the order of the list */
export async function mapConcurrently<T, R>(all: readonly T[], task: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const waiting = all.entries();
  const worker = async (): Promise<void> => {
    for (const [at, one] of waiting) results[at] = await task(one);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return results;
}
