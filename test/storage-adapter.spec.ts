import { execFile } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { COMMAND, FIRST_CLIENT, type Service, startService } from './support/content-service.js';
import { launch, readText } from './support/server-process.js';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const EXAMPLE = join(ROOT, 'examples/storage-lmdb');
const run = promisify(execFile);

let folder: string;
let packages: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'storage-adapter-'));
  packages = join(folder, 'packages');
  // Builds the libraries, which the service would do otherwise at its first start.
  await run('npm', ['run', '-s', 'pack:libs', '--', packages], { cwd: ROOT });
}, 180_000);
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
      `import { MemoryStorage } from '@content-service/storage-memory';
       export const createStorage = () => Object.assign(new MemoryStorage(), { clients: undefined, ping: null });`,
      /returned a storage without clients, ping\./,
    ],
    [
      'an adapter that refuses its options',
      'refusing.js',
      `export const createStorage = ({ url }) => { throw new Error('DATABASE_URL must be x:, got ' + url); };`,
      /The storage of STORAGE_ADAPTER cannot be opened: DATABASE_URL must be x:, got undefined/,
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
    cpSync(EXAMPLE, adapter, { recursive: true, filter: (path) => !path.includes('node_modules') });
    await install(
      adapter,
      readdirSync(packages).map((name) => join(packages, name)),
    );
  }, 180_000);

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

  it('passes the conformance kit with node:test', async () => {
    // The kit waits for the disk thousands of times.
    const TMPDIR = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
    const env = { PATH: process.env['PATH'], TMPDIR };
    // The exit code is not 0 when a test fails; the output names it.
    const { stdout } = await run('npm', ['test', '--silent'], {
      ...{ cwd: adapter, env, maxBuffer: 10_000_000 },
    }).catch((error: unknown) => error as { readonly stdout: string });

    expect(stdout.split('\n').filter((line) => /^\s*(not ok|✖)/.test(line))).toEqual([]);
    expect(stdout).toMatch(/^(#|ℹ) fail 0$/m);
    expect(Number(/^(?:#|ℹ) pass (\d+)$/m.exec(stdout)?.[1])).toBeGreaterThan(300);
  }, 180_000);

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
  }, 180_000);
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

interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

/**
 * Unpacks packages into `node_modules` as `npm install` does, and copies what their manifests need from the repository, so
 * that no registry is asked.
 */
async function install(target: string, tarballs: readonly string[]): Promise<void> {
  for (const tarball of tarballs) {
    const unpacked = mkdtempSync(join(target, 'unpacked-'));
    await run('tar', ['-xzf', tarball, '-C', unpacked, '--strip-components=1']);
    const { name } = readManifest(unpacked);
    mkdirSync(join(target, 'node_modules', dirname(name)), { recursive: true });
    renameSync(unpacked, join(target, 'node_modules', name));
  }
  const { devDependencies, ...manifest } = readManifest(target);
  copyDependencies(target, { ...manifest, dependencies: { ...manifest.dependencies, ...devDependencies } });
}

function copyDependencies(target: string, manifest: Manifest, seen = new Set<string>()): void {
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta = {} } = manifest;
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
  for (const name of names.filter((name) => peerDependenciesMeta[name]?.optional !== true)) {
    if (seen.has(name)) continue;
    seen.add(name);
    const [source, copy] = [join(ROOT, 'node_modules', name), join(target, 'node_modules', name)];
    const isOurs = name.startsWith('@content-service/');
    // Optional packages are those of this platform.
    if (!isOurs && optionalDependencies?.[name] !== undefined && !existsSync(source)) continue;
    if (!isOurs) cpSync(source, copy, { recursive: true });
    copyDependencies(target, readManifest(copy), seen);
  }
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}
