import type { Readable, Writable } from 'node:stream';
import { readTextLines } from '@content-service/kernel';
import { getProcessVariables } from '../../platform/config/config.js';

/** Environment and streams of a command; tests provide their own. */
export interface Terminal {
  /** Environment variables. */
  variables(): ReturnType<typeof getProcessVariables>;
  /** The path of the file that provides variables, `.env`. */
  readonly variablesFile?: string;
  readonly input: Readable;
  readonly output: Writable;
  readonly errors: Writable;
}

export const PROCESS_TERMINAL: Terminal = {
  variables: getProcessVariables,
  variablesFile: '.env',
  input: process.stdin,
  output: process.stdout,
  errors: process.stderr,
};

/** C0 except tab and line feed, DEL and C1: terminals take them for commands (ECMA-48 §5). */
// oxlint-disable-next-line no-control-regex -- it is about control characters
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/**
 * Replaces control characters in a text for people. What commands print comes from foreign sources as well, such as names of
 * entries, answers of webhooks and errors of an imported site.
 */
export function replaceControlCharacters(text: string): string {
  return text.replace(CONTROL, '\uFFFD');
}

/** Escapes the control characters that `JSON.stringify` leaves in texts. The JSON stands for the same value. */
export function escapeControlCharacters(json: string): string {
  return json.replace(CONTROL, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Returns the first line of a stream without its line end, `undefined` for an empty stream. @throws NotText */
export async function readFirstLine(input: Readable): Promise<string | undefined> {
  for await (const line of readTextLines(input)) return line;
  return undefined;
}
