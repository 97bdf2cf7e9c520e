// Where a suite runs. Its name says it, before `.spec.ts` or `.e2e-spec.ts`: CONTRIBUTING.md has the table.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The part of a name that places a suite, in `pool.servers.spec.ts` for example. */
const PARTS = ['page', 'engines', 'servers', 'processes', 'brokers', 'sites', 'galera'];

const named = (...parts) => `[.](${parts.join('|')})[.](e2e-)?spec[.]ts$`;
const plain = (kind) => `(?<![.](${PARTS.join('|')}))[.]${kind}[.]ts$`;

/** Folders of suites; those of the administration are in a place of their own. */
const SERVICE = ['apps/content-service/src', 'libs', 'test'];

/**
 * The places of suites by name. Each is a project of Jest.
 *
 * - `storage`: the value of TEST_STORAGE, from which `createTestDatabase` makes the databases of the suites
 * - `roots`: the folders, and `pattern`: a regular expression of the paths of the suites
 * - `tools`: commands that all of its suites need (see tools.js)
 *
 * @type {Record<string, { storage: string, roots: string[], pattern: string, tools?: string[] }>}
 */
export const places = {
  admin: { storage: 'memory', roots: ['apps/admin/src'], pattern: plain('spec') },
  memory: { storage: 'memory', roots: SERVICE, pattern: plain('spec') },
  sqlite: { storage: 'sqlite', roots: SERVICE, pattern: `${plain('e2e-spec')}|${named('engines')}` },
  pages: { storage: 'memory', roots: SERVICE, pattern: named('page'), tools: ['chromium'] },
  brokers: { storage: 'sqlite', roots: SERVICE, pattern: named('brokers') },
  sites: { storage: 'sqlite', roots: SERVICE, pattern: named('sites') },
  mariadb: { storage: 'mariadb', roots: SERVICE, pattern: named('engines', 'servers', 'processes') },
  postgres: { storage: 'postgres', roots: SERVICE, pattern: named('engines', 'servers') },
  galera: { storage: 'mariadb', roots: SERVICE, pattern: named('galera') },
};

/** The suites of a place, by path below the root of the project. */
export function findSuites(root, name) {
  return places[name].roots.flatMap((folder) => walk(root, folder)).filter((path) => isInPlace(path, name));
}

function isInPlace(path, name) {
  const { roots, pattern } = places[name];
  return roots.some((folder) => path.startsWith(`${folder}/`)) && new RegExp(pattern).test(path);
}

/**
 * The commands that a suite of a place needs: those of the place, and those of the line `@needs` in its first comment,
 * as in `@needs promtool, jq`.
 */
export function findNeeds(root, name, suite) {
  const [, list = ''] = /^\/\*\* @needs (.*) \*\/$/m.exec(readFileSync(join(root, suite), 'utf8')) ?? [];
  return [...(places[name].tools ?? []), ...list.split(', ').filter(Boolean)];
}

/** Files that look like tests and that are in no place. */
export function findStraySuites(root) {
  const looksLikeATest = /([.-](spec|test)\.[cm]?[jt]sx?$)|(^|\/)__tests__\//;
  const names = Object.keys(places);
  return walk(root, '').filter(
    (path) => looksLikeATest.test(path) && !names.some((name) => isInPlace(path, name)),
  );
}

function walk(root, folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (['node_modules', 'dist', '.git'].includes(entry.name)) return [];
    return entry.isDirectory() ? walk(root, path) : [path];
  });
}
