import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const FOLDER = fileURLToPath(new URL('.', import.meta.url));
const PACKAGES = join(FOLDER, 'node_modules');
const INSTALLED = join(PACKAGES, 'next-drupal');

/** The used part of next-drupal. Its own types import those of Next.js, which change the type of `process.env` globally. */
export interface Drupal {
  getResourceCollection(type: string, options: { params: object }): Promise<readonly { title: string }[]>;
  getResource(
    type: string,
    id: string,
    options?: { params: object },
  ): Promise<Readonly<Record<string, unknown>>>;
  translatePath(path: string): Promise<{ entity: { uuid: string } } | null>;
  createResource(type: string, body: object): Promise<{ id: string }>;
  updateResource(type: string, id: string, body: object): Promise<unknown>;
  deleteResource(type: string, id: string): Promise<boolean>;
}

export type NextDrupal = new (baseUrl: string, options: object) => Drupal;

/**
 * Loads next-drupal from the package of this folder, and installs that first where it is missing or of another version.
 *
 * Only these suites need it, so `npm install` of the repository does not bring it. Its entry point imports neither Next.js
 * nor React (they belong to `next-drupal/draft` and `/navigation`), which `overrides` leaves out: 4 MB instead of 330.
 *
 * @throws Error with the remedy when npm cannot install it
 */
export async function loadNextDrupal(): Promise<NextDrupal> {
  if (!isInstalled()) await install();
  const entryPoint = pathToFileURL(join(INSTALLED, 'dist/index.js')).href;
  return ((await import(entryPoint)) as { readonly NextDrupal: NextDrupal }).NextDrupal;
}

function isInstalled(): boolean {
  const { dependencies } = readJson(join(FOLDER, 'package.json')) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  const manifest = join(INSTALLED, 'package.json');
  return (
    existsSync(manifest) &&
    (readJson(manifest) as { readonly version: string }).version === dependencies['next-drupal']
  );
}

/** Installs beside and moves the complete folder, as suites that run at the same time do the same. */
async function install(): Promise<void> {
  const beside = mkdtempSync(join(FOLDER, 'node_modules.'));
  try {
    for (const file of ['package.json', 'package-lock.json']) cpSync(join(FOLDER, file), join(beside, file));
    await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: beside });
    if (isInstalled()) return;
    if (existsSync(PACKAGES)) rmSync(PACKAGES, { recursive: true });
    renameSync(join(beside, 'node_modules'), PACKAGES);
  } catch (error) {
    throw new Error(
      'next-drupal cannot be installed for the tests, which needs a package registry: run `npm ci` in test/clients.',
      { cause: error },
    );
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}
