import type { Readable } from 'node:stream';
import { createInterface } from 'node:readline';

/** The first line of a stream, without its end; `undefined` when there is none. What follows is not read. */
export async function firstLineOf(input: Readable): Promise<string | undefined> {
  const lines = createInterface({ input });
  try {
    for await (const line of lines) return line;
    return undefined;
  } finally {
    lines.close();
  }
}
