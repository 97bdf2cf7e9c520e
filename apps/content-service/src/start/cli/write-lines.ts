import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { replaceFileAtomically } from '@content-service/kernel';
import { escapeControlCharacters, type Terminal } from './terminal.js';

/**
 * Writes lines of JSON, with their line ends, to a file, or to standard output without one. The file is complete or as it was
 * before: it is written under a temporary name and renamed.
 *
 * @param mode the permissions of a new file
 */
export async function writeLines(
  lines: AsyncIterable<string>,
  file: string | undefined,
  mode: number,
  { output }: Pick<Terminal, 'output'>,
): Promise<void> {
  if (file === undefined)
    await pipeline(Readable.from(escapeLines(lines)), output, { end: false }).catch(ignoreBrokenPipe);
  else
    await replaceFileAtomically(file, mode, (path) =>
      pipeline(Readable.from(lines), createWriteStream(path)),
    );
}

async function* escapeLines(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield escapeControlCharacters(line);
}

/** The reader of a pipe, such as `head`, has closed it. */
function ignoreBrokenPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}
