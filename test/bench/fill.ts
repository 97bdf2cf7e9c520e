import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../support/content-service.js';
import { type Size, sitePackage } from './content.js';

/**
 * Fills an empty database with the command `import` and allows writing.
 *
 * @returns duration of the import in seconds
 */
export async function fill(databaseUrl: string, size: Size): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'content-service-bench-'));
  const file = join(folder, 'site.ndjson');
  try {
    await writeSitePackage(file, size);
    // Builds the service if needed and creates the tables.
    await runCommand(databaseUrl, 'migrate');
    await runCommand(databaseUrl, 'settings', 'set', 'allowedOperations', 'read_write');
    const started = performance.now();
    await runCommand(databaseUrl, 'import', file);
    return (performance.now() - started) / 1000;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Line by line: a million articles are more than a string can hold. */
export function writeSitePackage(file: string, size: Size): Promise<void> {
  return writeFile(file, toLines(sitePackage(size)));
}

function* toLines(texts: Iterable<string>): Generator<string> {
  for (const text of texts) yield `${text}\n`;
}
