import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../support/content-service.js';
import { type Size, sitePackage } from './content.js';

/**
 * Fills an empty database by the command `import`, and allows writing.
 *
 * @returns how many seconds the import took
 */
export async function fill(databaseUrl: string, size: Size): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'content-service-bench-'));
  const file = join(folder, 'site.ndjson');
  try {
    writeFileSync(file, [...sitePackage(size)].map((line) => `${line}\n`).join(''));
    // Builds the service, if need be, and makes the tables.
    await runCommand(databaseUrl, 'settings', 'set', 'allowedOperations', 'read_write');
    const started = performance.now();
    await runCommand(databaseUrl, 'import', file);
    return (performance.now() - started) / 1000;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
