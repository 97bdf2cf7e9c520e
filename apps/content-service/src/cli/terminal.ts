import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { getProcessVariables } from '../config/config.js';

/** Environment and streams of a command; tests provide their own. */
export interface Terminal {
  /** Environment variables. */
  variables(): ReturnType<typeof getProcessVariables>;
  readonly input: Readable;
  readonly output: Writable;
  readonly errors: Writable;
}

export const PROCESS_TERMINAL: Terminal = {
  variables: getProcessVariables,
  input: process.stdin,
  output: process.stdout,
  errors: process.stderr,
};

/** Returns the first line of a stream without its line end, `undefined` for an empty stream. */
export async function readFirstLine(input: Readable): Promise<string | undefined> {
  const lines = createInterface({ input });
  try {
    for await (const line of lines) return line;
    return undefined;
  } finally {
    lines.close();
  }
}
