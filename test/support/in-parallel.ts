/** As many as a client may well have under way at once, and few enough not to wait in line. */
const AT_ONCE = 8;

/** Does something with every one of a list, some at once, and gives the results in the order of the list. */
export async function inParallel<T, R>(all: readonly T[], act: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const waiting = all.entries();
  const worker = async (): Promise<void> => {
    for (const [at, one] of waiting) results[at] = await act(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}
