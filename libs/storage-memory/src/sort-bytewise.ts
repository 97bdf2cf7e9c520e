/** A sorted copy: texts come in the order of their UTF-8 bytes, as in a database, not of their UTF-16 code units. */
export function sortBytewise<T>(all: readonly T[], getText: (one: T) => string): T[] {
  return [...all].sort((a, b) => Buffer.compare(Buffer.from(getText(a)), Buffer.from(getText(b))));
}
