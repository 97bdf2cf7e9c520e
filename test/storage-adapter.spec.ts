import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { COMMAND, FIRST_CLIENT, type Service, startService } from './support/content-service.js';
import { installOnDemand } from './support/on-demand-packages.js';
import { installExample, packLibraries, readManifest, ROOT, runTests } from './support/packed-packages.js';
import { launch, readText } from './support/server-process.js';

const run = promisify(execFile);

let folder: string;
let packages: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'storage-adapter-'));
  packages = join(folder, 'packages');
  await packLibraries(packages);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe('STORAGE_ADAPTER', () => {
  it.each([
    [
      'a path without a file',
      './missing.js',
      undefined,
      /cannot be loaded: Cannot find module '.*missing\.js'/,
    ],
    [
      'a package that is not installed',
      '@acme/storage-x',
      undefined,
      /cannot be loaded: Cannot find package/,
    ],
    [
      'a module without createStorage',
      'no-factory.js',
      'export const open = () => {}, name = 1;',
      /must export a function createStorage\(options\) that returns a Storage; it exports name, open\./,
    ],
    [
      'a storage without some members',
      'incomplete.js',
      `import { MemoryRecordStore, RecordStorage } from '@content-service/storage-records';
       export const createStorage = () => Object.assign(new RecordStorage(new MemoryRecordStore()), { clients: undefined, ping: null });`,
      /returned a storage without clients, ping\./,
    ],
    [
      'an adapter that refuses its options',
      'refusing.js',
      `export const createStorage = ({ url }) => { throw new Error('DATABASE_URL must be x:, got ' + url); };`,
      /The storage of STORAGE_ADAPTER cannot be opened: DATABASE_URL must be x:, got undefined/,
    ],
    [
      'a storage that cannot be opened, with the causes and their codes',
      'locked.js',
      `import { MemoryRecordStore, RecordStorage } from '@content-service/storage-records';
       export const createStorage = () => Object.assign(new RecordStorage(new MemoryRecordStore()), { open: async () => {
         const cause = Object.assign(new Error('lock x/LOCK: already held'), { code: 'LEVEL_LOCKED' });
         throw Object.assign(new Error('Database failed to open', { cause }), { code: 'LEVEL_DATABASE_NOT_OPEN' });
       } });`,
      /cannot be opened: Database failed to open \(LEVEL_DATABASE_NOT_OPEN\): lock x\/LOCK: already held \(LEVEL_LOCKED\)/,
    ],
  ])('stops the start for %s', async (_, name, source, message) => {
    const path = join(folder, name);
    if (source !== undefined) writeFileSync(path, source);
    const STORAGE_ADAPTER = source === undefined ? name : path;

    const child = launch([COMMAND, 'migrate'], { STORAGE_ADAPTER, KEY_SECRET: 'k'.repeat(32) });
    const [errors, [code]] = await Promise.all([readText(child.stderr), once(child, 'close')]);

    expect(errors).toMatch(message);
    expect(code).toBe(1);
  });
});

describe('examples/storage-lmdb, installed from the packed libraries outside of the repository', () => {
  let adapter: string;
  beforeAll(async () => {
    adapter = join(folder, 'adapter');
    const lmdb = await installOnDemand(join(ROOT, 'test/adapters'));
    await installExample('storage-lmdb', adapter, packages, [lmdb]);
  });

  it('contains no file outside of its folder and no path into the repository', async () => {
    const { stdout } = await run('grep', ['-rl', ROOT, join(adapter, 'node_modules/@content-service')]).catch(
      () => ({ stdout: '' }),
    );

    expect(stdout).toBe('');
    expect(readdirSync(join(adapter, 'node_modules/@content-service/kernel')).sort()).toEqual([
      'LICENSE',
      'README.md',
      'dist',
      'package.json',
    ]);
  });

  it('has types, and packages of one version with npm provenance', () => {
    const scope = join(adapter, 'node_modules/@content-service');
    const { version } = readManifest(ROOT);

    for (const name of readdirSync(scope)) {
      const manifest = readManifest(join(scope, name));
      const own = Object.entries(manifest.dependencies ?? {}).filter(([key]) =>
        key.startsWith('@content-service/'),
      );
      expect([name, manifest.version, manifest.publishConfig]).toEqual([
        ...[name, version, { access: 'public', provenance: true }],
      ]);
      expect(own.filter(([, range]) => range !== version)).toEqual([]);
      expect(existsSync(join(scope, name, 'dist/index.d.ts'))).toBe(true);
    }
  });

  it('passes the conformance kit with node:test', async () => {
    // The kit waits for the disk thousands of times.
    const { failures, passed, failed } = await runTests(adapter, {
      TMPDIR: existsSync('/dev/shm') ? '/dev/shm' : tmpdir(),
    });

    expect(failures).toEqual([]);
    expect(failed).toBe(0);
    expect(passed).toBeGreaterThan(300);
  });

  it('is the storage of the service, which answers from it after a restart', async () => {
    const variables = { STORAGE_ADAPTER: join(adapter, 'index.js'), MIGRATE_ON_START: 'false' };
    const url = `lmdb:${join(folder, 'content.lmdb')}`;
    const first = await startService(url, variables, { serve: ['--demo'] });
    const created = await createArticle(first);
    await first.stop();

    const second = await startService(url, variables);
    const found = await request(second, '/api/node/article?filter[title]=Stored%20in%20LMDB&include=uid');
    await second.stop();

    expect(found).toMatchObject({
      data: [{ type: 'node--article', id: created, attributes: { title: 'Stored in LMDB' } }],
      meta: { count: 1 },
    });
  });
});

async function createArticle(service: Service): Promise<string> {
  const body = { data: { type: 'node--article', attributes: { title: 'Stored in LMDB' } } };
  const { data } = (await request(service, '/api/node/article', {
    method: 'POST',
    body: JSON.stringify(body),
  })) as { data: { id: string } };
  return data.id;
}

async function request(service: Service, path: string, init: RequestInit = {}): Promise<unknown> {
  const form = new URLSearchParams({ grant_type: 'client_credentials', ...FIRST_CLIENT });
  const answer = await fetch(`${service.url}/oauth/token`, { method: 'POST', body: form });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  const headers = { 'content-type': 'application/vnd.api+json', authorization: `Bearer ${token}` };
  return (await fetch(service.url + path, { ...init, headers })).json();
}
