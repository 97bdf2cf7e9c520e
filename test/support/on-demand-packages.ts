import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

interface Manifest {
  readonly version?: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

/**
 * Installs the packages of a folder that has a package.json and a lock file of its own, unless they are there: large packages
 * that few suites need, which `npm install` of the repository therefore does not bring.
 *
 * @returns the path of its `node_modules`
 * @throws Error with the remedy when npm cannot install them
 */
export async function installOnDemand(folder: string): Promise<string> {
  const packages = join(folder, 'node_modules');
  if (!isInstalled(folder)) await install(folder, packages);
  return packages;
}

function isInstalled(folder: string): boolean {
  const { dependencies } = readManifest(join(folder, 'package.json'));
  return Object.entries(dependencies).every(([name, version]) => {
    const path = join(folder, 'node_modules', name, 'package.json');
    return existsSync(path) && readManifest(path).version === version;
  });
}

/** Installs beside and moves the complete folder, as suites that run at the same time do the same. */
async function install(folder: string, packages: string): Promise<void> {
  const beside = mkdtempSync(join(folder, 'node_modules.'));
  try {
    for (const file of ['package.json', 'package-lock.json']) cpSync(join(folder, file), join(beside, file));
    await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: beside });
    if (isInstalled(folder)) return;
    if (existsSync(packages)) rmSync(packages, { recursive: true });
    renameSync(join(beside, 'node_modules'), packages);
  } catch (error) {
    throw new Error(
      `Packages of this test cannot be installed, which needs a package registry: run \`npm ci --ignore-scripts\` in ${folder}.`,
      { cause: error },
    );
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
}

function readManifest(path: string): Manifest {
  return JSON.parse(readFileSync(path, 'utf8')) as Manifest;
}
