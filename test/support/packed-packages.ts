import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The folder of the repository. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);

/** Packs the libraries that adapters need; builds them first, which the service would do otherwise at its first start. */
export async function packLibraries(folder: string): Promise<void> {
  await run('npm', ['run', '-s', 'pack:libs', '--', folder], { cwd: ROOT });
}

/**
 * Copies an example and installs packed libraries in it.
 *
 * @param others folders of further packages that it needs
 */
export async function installExample(
  name: string,
  target: string,
  packages: string,
  others: readonly string[] = [],
): Promise<void> {
  cpSync(join(ROOT, 'examples', name), target, {
    recursive: true,
    filter: (path) => !path.includes('node_modules'),
  });
  await install(
    target,
    readdirSync(packages).map((file) => join(packages, file)),
    [...others, join(ROOT, 'node_modules')],
  );
}

/**
 * Runs `npm test` of an example.
 *
 * @returns the lines of tests that failed, and how many tests passed and failed
 */
export async function runTests(folder: string, variables: Readonly<Record<string, string>>) {
  const env = { PATH: process.env['PATH'], ...variables };
  // The exit code is not 0 when a test fails; the output names it.
  const { stdout } = await run('npm', ['test', '--silent'], {
    ...{ cwd: folder, env, maxBuffer: 10_000_000 },
  }).catch((error: unknown) => error as { readonly stdout: string });
  const count = (result: string): number =>
    Number(new RegExp(`^(?:#|ℹ) ${result} (\\d+)$`, 'm').exec(stdout)?.[1]);
  return {
    failures: stdout.split('\n').filter((line) => /^\s*(not ok|✖)/.test(line)),
    passed: count('pass'),
    failed: count('fail'),
  };
}

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly publishConfig?: unknown;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

/**
 * Unpacks packages into `node_modules` as `npm install` does, and copies what their manifests need from folders of
 * installed packages, so that no registry is asked.
 */
async function install(
  target: string,
  tarballs: readonly string[],
  sources: readonly string[],
): Promise<void> {
  for (const tarball of tarballs) {
    const unpacked = mkdtempSync(join(target, 'unpacked-'));
    await run('tar', ['-xzf', tarball, '-C', unpacked, '--strip-components=1']);
    const { name } = readManifest(unpacked);
    mkdirSync(join(target, 'node_modules', dirname(name)), { recursive: true });
    renameSync(unpacked, join(target, 'node_modules', name));
  }
  const { devDependencies, ...manifest } = readManifest(target);
  const dependencies = { ...manifest.dependencies, ...devDependencies };
  copyDependencies(target, sources, { ...manifest, dependencies });
}

/** @param own packages in a `node_modules` of the package itself, which are copied with it */
function copyDependencies(
  target: string,
  sources: readonly string[],
  manifest: Manifest,
  seen = new Set<string>(),
  own?: string,
): void {
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta = {} } = manifest;
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
  for (const name of names.filter((name) => peerDependenciesMeta[name]?.optional !== true)) {
    const inOwn = own === undefined ? undefined : join(own, name);
    const isOwn = inOwn !== undefined && existsSync(inOwn);
    const key = isOwn ? inOwn : name;
    if (seen.has(key)) continue;
    seen.add(key);
    if (isOwn) {
      copyDependencies(target, sources, readManifest(inOwn), seen, own);
      continue;
    }
    const copy = join(target, 'node_modules', name);
    const source = sources.map((folder) => join(folder, name)).find((path) => existsSync(path));
    const isOurs = name.startsWith('@content-service/');
    // Optional packages are those of this platform.
    if (!isOurs && source !== undefined) cpSync(source, copy, { recursive: true });
    else if (optionalDependencies?.[name] !== undefined) continue;
    else if (!isOurs) throw new Error(`${name} is not installed.`);
    copyDependencies(target, sources, readManifest(copy), seen, join(copy, 'node_modules'));
  }
}

export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
}
