/**
 * One atomic operation of a store: the body runs synchronously, so no other operation interleaves, and an error becomes a
 * rejection, as it would with a database.
 */
export function atomic<T>(body: () => T): Promise<T> {
  return new Promise((resolve) => {
    resolve(body());
  });
}
