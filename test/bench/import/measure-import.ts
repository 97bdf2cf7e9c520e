import { mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand, toEnvironment } from '../../support/content-service.js';
import { createTestDatabase } from '../../support/database.js';
import { UNCHANGED_CONSTANTS } from '../../support/process-variables.js';
import { launch, readText } from '../../support/server-process.js';
import { FULL } from '../content.js';
import { writeSitePackage } from '../fill.js';
import type { ImportFigures } from './import-process.js';

const PROGRAM = fileURLToPath(new URL('import-process.ts', import.meta.url));

/**
 * Measures the import of articles into an empty database.
 *
 * @param profile folder for a processor profile
 * @returns the lines to print
 */
export async function measureImport(
  engine: string,
  articles: number,
  profile: string | undefined,
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'content-service-bench-'));
  const database = await createTestDatabase(engine);
  try {
    // Builds the service if needed and creates the tables.
    await runCommand(database.url, 'migrate');
    await runCommand(database.url, 'settings', 'set', 'allowedOperations', 'read_write');
    const [targets, entries] = [join(folder, 'targets.ndjson'), join(folder, 'entries.ndjson')];
    await writeSitePackage(targets, { ...FULL, articles: 0 });
    await writeSitePackage(entries, { ...FULL, articles });
    return format(engine, articles, await importBoth(database.url, [targets, entries], profile));
  } finally {
    await database.remove();
    rmSync(folder, { recursive: true });
  }
}

/** Runs the import in a process of its own; the loader compiles the process's few own files only. */
async function importBoth(
  databaseUrl: string,
  files: readonly string[],
  profile: string | undefined,
): Promise<ImportFigures> {
  const loader = ['--import', import.meta.resolve('../../../.config/typescript-modules/register.js')];
  const child = launch([...loader, PROGRAM, ...files, ...(profile === undefined ? [] : [profile])], {
    ...toEnvironment(databaseUrl),
    ...UNCHANGED_CONSTANTS,
    EVENTS: process.env['EVENTS'],
  });
  const ended = once(child, 'close') as Promise<[number]>;
  const [output, errors, [code]] = await Promise.all([readText(child.stdout), readText(child.stderr), ended]);
  if (code !== 0) throw new Error(errors);
  return JSON.parse(output) as ImportFigures;
}

function format(engine: string, articles: number, figures: ImportFigures): string {
  const { seconds, processorSeconds, statements, shares } = figures;
  return [
    `${engine}: ${articles} articles in ${seconds.toFixed(1)} s`,
    `  entries/s             ${(articles / seconds).toFixed(0)}`,
    `  ms of processor/entry ${((1000 * processorSeconds) / articles).toFixed(3)}`,
    `  statements/entry      ${(statements / articles).toFixed(3)}`,
    ...(shares === undefined ? [] : [`  processor by package  ${formatShares(shares)}`]),
  ].join('\n');
}

function formatShares(shares: NonNullable<ImportFigures['shares']>): string {
  return shares.map(([name, percent]) => `${name} ${percent.toFixed(0)} %`).join(', ');
}
