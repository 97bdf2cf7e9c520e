import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { COMMAND, readCommand, toEnvironment } from '../support/content-service.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { launch } from '../support/server-process.js';

const KILLER = fileURLToPath(new URL('killed-while-writing.mjs', import.meta.url));

describe('content-service export FILE that is killed while it writes', () => {
  let database: TestDatabase;
  let folder: string;
  let file: string;
  beforeAll(async () => {
    database = await createTestDatabase();
    await readCommand(database.url, 'demo');
  });
  afterAll(() => database.remove());
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'content-service-'));
    file = join(folder, 'site.ndjson');
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  const killExport = async (): Promise<void> => {
    const child = launch(['--import', KILLER, COMMAND, 'export', file], toEnvironment(database.url));
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
    expect(readdirSync(folder)).toContain(`site.ndjson.${child.pid}.partial`);
  };

  it('leaves no file of this name, and the next export creates it', async () => {
    await killExport();

    expect(existsSync(file)).toBe(false);
    await readCommand(database.url, 'export', file);
    expect(readFileSync(file, 'utf8')).toBe(await readCommand(database.url, 'export'));
  });

  it('leaves the file that was there before as it was', async () => {
    writeFileSync(file, 'the export of yesterday');

    await killExport();

    expect(readFileSync(file, 'utf8')).toBe('the export of yesterday');
  });
});
