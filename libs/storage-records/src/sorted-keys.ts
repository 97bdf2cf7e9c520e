/** The most keys of a chunk. Adding a key moves those behind it in its chunk. */
const CHUNK_MAXIMUM = 512;

/** Keys in the order of `<`, each at most once. */
export class SortedKeys {
  /** One after the other they have all keys in order; none is empty. */
  private readonly chunks: string[][] = [];

  /** @param key is not there yet */
  add(key: string): void {
    const at = this.findChunk(key);
    const chunk = this.chunks[at];
    if (chunk === undefined) {
      this.chunks.push([key]);
      return;
    }
    chunk.splice(countBefore(chunk, key), 0, key);
    if (chunk.length > CHUNK_MAXIMUM) this.chunks.splice(at + 1, 0, chunk.splice(CHUNK_MAXIMUM / 2));
  }

  /** @param key is there */
  delete(key: string): void {
    const at = this.findChunk(key);
    const chunk = this.chunks[at] ?? [];
    chunk.splice(countBefore(chunk, key), 1);
    if (chunk.length === 0) this.chunks.splice(at, 1);
  }

  /** The first keys from `start` on and before `end`, or with `reverse` the last ones, the last one first. */
  list(start: string, end: string, limit: number, reverse: boolean): string[] {
    const chunks = this.chunks.slice(this.findChunk(start), this.findChunk(end) + 1);
    const found: string[] = [];
    for (const chunk of reverse ? chunks.reverse() : chunks) {
      if (found.length >= limit) break;
      const keys = chunk.slice(countBefore(chunk, start), countBefore(chunk, end));
      found.push(...(reverse ? keys.reverse() : keys));
    }
    return found.slice(0, limit);
  }

  /** The index of the chunk that has the key or would get it. */
  private findChunk(key: string): number {
    const following = countFirst(this.chunks.length, (n) => (this.chunks[n]?.[0] ?? '') <= key);
    return Math.max(0, following - 1);
  }
}

/** How many of the sorted keys are less. */
function countBefore(keys: readonly string[], key: string): number {
  return countFirst(keys.length, (n) => (keys[n] ?? '') < key);
}

/** How many of `length` things in a row are of the first kind, which come before all others. */
function countFirst(length: number, isFirst: (n: number) => boolean): number {
  let [start, end] = [0, length];
  while (start < end) {
    const middle = (start + end) >>> 1;
    if (isFirst(middle)) start = middle + 1;
    else end = middle;
  }
  return start;
}
