import { spawn, spawnSync, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { readRepositoryFile, ROOT } from './deploy-files.js';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/free-port.js';

/** The user of the image, which owns nothing but its data. */
const USER = 65532;
/** The base image has about 150 MB; the image is to have at most 240 MB, 18 of them the decoders of images. */
const MEGABYTES_MAXIMUM = 90;

const folder = mkdtempSync(join(tmpdir(), 'content-service-image-'));
const app = join(folder, 'app');
const data = join(folder, 'data');

beforeAll(() => {
  const { status, stderr } = spawnSync(process.execPath, ['deploy/assemble.js', app], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
  mkdirSync(data);
  if (process.getuid?.() === 0) {
    // The user of the image may enter the folder and write to its data only.
    chmodSync(folder, 0o755);
    chownSync(data, USER, USER);
  }
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('the files of the image', () => {
  it('are the built application, the libraries, their packages and the documentation', () => {
    expect(readdirSync(app).sort()).toEqual([
      ...['LICENSE', 'README.md', 'apps', 'deploy', 'docs', 'libs', 'node_modules', 'package.json'],
    ]);
    expect(readdirSync(join(app, 'deploy'))).toEqual(['README.md']);
    expect(readdirSync(join(app, 'apps/content-service')).sort()).toEqual([
      ...['assets', 'bin', 'demo', 'dist', 'package.json'],
    ]);
    expect(readdirSync(join(app, 'apps/admin'))).toEqual(['dist']);
    expect(readdirSync(join(app, 'libs')).sort()).toEqual(readdirSync(join(ROOT, 'libs')).sort());
    for (const library of readdirSync(join(app, 'libs')))
      expect(readdirSync(join(app, 'libs', library)).sort()).toEqual(['dist', 'package.json']);
  });

  it('are no sources, tests, source maps or secrets', () => {
    const unwanted =
      /\.[cm]?tsx?$|\.map$|\.tsbuildinfo$|\.spec\.|\.fixture\.|(^|\/)\.env|key\.secret|\.sqlite$/;

    expect(listFiles(app).filter((file) => unwanted.test(file))).toEqual([]);
  });

  it('have no development package', () => {
    const { packages } = JSON.parse(readRepositoryFile('package-lock.json')) as {
      packages: Readonly<Record<string, { readonly dev?: boolean }>>;
    };
    const isForDevelopment = (name: string): boolean => packages[`node_modules/${name}`]?.dev === true;
    const installed = new Set(listPackages(join(app, 'node_modules')));

    expect(installed.has('express')).toBe(true);
    expect(isForDevelopment('jest')).toBe(true);
    expect([...installed].filter(isForDevelopment)).toEqual([]);
  });

  it(`have at most ${MEGABYTES_MAXIMUM} megabytes`, () => {
    const bytes = listFiles(app).reduce((sum, file) => sum + statSync(join(app, file)).size, 0);

    expect(bytes / 1e6).toBeLessThan(MEGABYTES_MAXIMUM);
  });
});

describe('the entry point of the image', () => {
  it('starts as the user of the image, is healthy, serves its files, and stops on SIGTERM', async () => {
    const PORT = String(await freePort());
    const options: SpawnOptions = {
      cwd: folder,
      env: {
        PORT,
        NODE_ENV: 'production',
        LOG_LEVEL: 'warn',
        SHED_DELAY_MS: '0',
        SIGNING_ALGORITHM: 'ES256',
      },
      ...(process.getuid?.() === 0 ? { uid: USER, gid: USER } : {}),
    };
    const service = run(['serve'], options);
    try {
      await eventually(async () => (await exitCode(run(['health'], options))) === 0);

      const paths = ['/admin', '/docs', '/user/login', '/.well-known/jwks.json'];
      const responses = await Promise.all(paths.map((path) => fetch(`http://127.0.0.1:${PORT}${path}`)));
      expect(responses.map(({ status }) => status)).toEqual(paths.map(() => 200));
      expect(readdirSync(data)).toEqual(expect.arrayContaining(['content.sqlite', 'key.secret']));

      service.kill('SIGTERM');
      expect(await exitCode(service)).toBe(0);
      expect(await exitCode(run(['health'], options))).toBe(1);
    } finally {
      service.kill('SIGKILL');
    }
  });
});

/** Runs the entry point of the image with another node. */
function run(args: readonly string[], options: SpawnOptions): ReturnType<typeof spawn> {
  const [entryPoint] =
    /"\/(app\/[^"]+\.js)"\]\nCMD/.exec(readRepositoryFile('deploy/docker/Dockerfile'))?.slice(1) ?? [];
  return spawn(process.execPath, [join(folder, entryPoint ?? ''), ...args], { ...options, stdio: 'ignore' });
}

async function exitCode(child: ReturnType<typeof spawn>): Promise<number | null> {
  if (child.exitCode !== null) return child.exitCode;
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}

/** Paths of all files below a folder; links are not followed. */
function listFiles(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

/** Names of packages such as `express` and `@nestjs/core`. */
function listPackages(folder: string): readonly string[] {
  return readdirSync(folder).flatMap((name) =>
    name.startsWith('@') ? readdirSync(join(folder, name)).map((inner) => `${name}/${inner}`) : [name],
  );
}
