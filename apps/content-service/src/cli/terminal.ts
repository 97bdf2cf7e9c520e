import type { Readable, Writable } from 'node:stream';
import { processVariables } from '../config.js';

/** Where a command line is typed. Tests have one of their own. */
export interface Terminal {
  /** Environment variables. */
  variables(): ReturnType<typeof processVariables>;
  readonly input: Readable;
  readonly output: Writable;
  readonly errors: Writable;
}

export const PROCESS_TERMINAL: Terminal = {
  variables: processVariables,
  input: process.stdin,
  output: process.stdout,
  errors: process.stderr,
};
