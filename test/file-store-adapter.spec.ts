import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COMMAND } from './support/content-service.js';
import { installExample, packLibraries, runTests } from './support/packed-packages.js';
import { launch, readText } from './support/server-process.js';

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'file-store-adapter-'));
  await packLibraries(join(folder, 'packages'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Runs `config check`, with a database in memory. */
async function check(variables: Readonly<Record<string, string>>) {
  const child = launch([COMMAND, 'config', 'check'], { DATABASE_URL: 'memory:', ...variables });
  const [output, errors, [code]] = await Promise.all([
    ...[readText(child.stdout), readText(child.stderr)],
    once(child, 'close') as Promise<[number]>,
  ] as const);
  return { code, output: `${output}${errors}` };
}

describe('FILE_STORE_ADAPTER', () => {
  it.each([
    [
      'a path without a file',
      './missing.js',
      undefined,
      /FILE_STORE_ADAPTER '.*' cannot be loaded: Cannot find module '.*missing\.js'/,
    ],
    [
      'a module without createFileStore',
      'no-factory.js',
      'export const open = 1;',
      /must export a function createFileStore\(options\) that returns a FileStore; it exports open\./,
    ],
    [
      'a store without some methods',
      'incomplete.js',
      'export const createFileStore = () => ({ put() {}, open() {}, stat() {}, remove() {}, list() {}, close() {} });',
      /returned a file store without temporaryFolder, check\./,
    ],
    [
      'an adapter that refuses its options',
      'refusing.js',
      `export const createFileStore = ({ url }) => { throw new Error('FILE_STORE must be y:, got ' + url); };`,
      /FILE_STORE must be y:, got x:\/\/place/,
    ],
    [
      'a place that takes no files',
      'full.js',
      `import { FileStoreFull, MemoryFileStore } from '@content-service/files';
       export const createFileStore = () => Object.assign(new MemoryFileStore(), {
         check: () => Promise.reject(new FileStoreFull(new Error('no room'))) });`,
      /The place of FILE_STORE cannot be used: The place of files is full.*no room/,
    ],
  ])('is an error of config check for %s', async (_, name, source, message) => {
    const path = join(folder, name);
    if (source !== undefined) writeFileSync(path, source);

    const { code, output } = await check({
      FILE_STORE_ADAPTER: source === undefined ? name : path,
      FILE_STORE: 'x://place',
    });

    expect(output).toMatch(message);
    expect(code).toBe(1);
  });
});

describe('examples/file-store-sqlite, installed from the packed libraries outside of the repository', () => {
  let adapter: string;
  beforeAll(async () => {
    adapter = join(folder, 'adapter');
    await installExample('file-store-sqlite', adapter, join(folder, 'packages'));
  });

  it('passes the conformance kit with node:test', async () => {
    const { failures, passed, failed } = await runTests(adapter, {});

    expect(failures).toEqual([]);
    expect(failed).toBe(0);
    expect(passed).toBe(35);
  });

  it('is a place in which the service can store files', async () => {
    const variables = { FILE_STORE_ADAPTER: join(adapter, 'index.js') };

    expect(await check({ ...variables, FILE_STORE: `sqlite:${join(folder, 'files.sqlite')}` })).toMatchObject(
      {
        code: 0,
      },
    );
    expect(await check({ ...variables, FILE_STORE: 'sqlite:/nonexistent/files.sqlite' })).toEqual({
      code: 1,
      output: expect.stringMatching(/The place of FILE_STORE cannot be used: .*directory does not exist/),
    });
  });
});
