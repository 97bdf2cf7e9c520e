/**
 * One atomic act of a store: the body runs to its end at once, so no other act can come between, and an error becomes a
 * rejection, as it would with a database.
 */
export function act<T>(body: () => T): Promise<T> {
  return new Promise((resolve) => {
    resolve(body());
  });
}
