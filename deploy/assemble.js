// Assembles the files that run in production: `node deploy/assemble.js FOLDER`, after `npm install` and `npm run build`.
// The Dockerfile copies this folder to /app, and the systemd unit expects it as /opt/content-service.
// test/deploy/image.spec.ts makes the same folder and starts it.
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** What the service reads at run time, besides the libraries and the production packages of the lock file. */
const APPLICATION = [
  'LICENSE',
  'package.json',
  'apps/content-service/package.json',
  'apps/content-service/bin',
  'apps/content-service/dist',
  'apps/content-service/assets',
  'apps/content-service/demo',
  'apps/admin/dist',
  // The guide (apps/content-service/src/http/guide).
  'README.md',
  'deploy/README.md',
  'docs',
];

/** Files of packages that are for compilers, debuggers and type checkers. */
const NOT_AT_RUN_TIME = [
  /\.(map|tsbuildinfo)$/,
  /\.[cm]?ts$/,
  /\.(spec|test)\.[^/]+$/,
  /node_modules\/better-sqlite3\/(deps|src|build\/(?!Release$|Release\/better_sqlite3\.node$))/,
  /node_modules\/@types\//,
];

const [target] = process.argv.slice(2);
if (target === undefined || existsSync(target))
  throw new Error('Usage: node deploy/assemble.js FOLDER, which must not exist.');
assemble(target);

function assemble(folder) {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  const libraries = Object.keys(packages).filter((path) => /^libs\/[^/]+$/.test(path));
  for (const path of APPLICATION) copy(path, folder);
  for (const path of libraries) for (const part of ['package.json', 'dist']) copy(`${path}/${part}`, folder);
  for (const path of listProductionPackages(packages)) copy(path, folder);
  for (const path of libraries) link(path, folder);
}

/**
 * Paths of the packages that `npm install --omit=dev` would keep. Optional packages for other platforms are not
 * installed and therefore missing.
 */
function listProductionPackages(packages) {
  return Object.entries(packages)
    .filter(([path, { dev, devOptional, link: isLink }]) => {
      const isPackage = path.startsWith('node_modules/') && isLink !== true;
      return isPackage && dev !== true && devOptional !== true;
    })
    .filter(([path, { optional }]) => optional !== true || existsSync(join(ROOT, path)))
    .map(([path]) => path);
}

/** Copies a file or folder; packages inside a package have entries of their own in the lock file. */
function copy(path, folder) {
  const source = join(ROOT, path);
  if (!existsSync(source)) throw new Error(`${path} is missing: run npm install and npm run build first.`);
  cpSync(source, join(folder, path), {
    recursive: true,
    filter: (file) => isUsedAtRunTime(relative(ROOT, file), path),
  });
}

function isUsedAtRunTime(file, copied) {
  const isNestedPackage = basename(file) === 'node_modules' && file !== copied;
  return !isNestedPackage && !NOT_AT_RUN_TIME.some((pattern) => pattern.test(file));
}

/** Makes a library resolvable as npm does for workspaces: node_modules/@content-service/kernel → libs/kernel. */
function link(library, folder) {
  const { name } = JSON.parse(readFileSync(join(ROOT, library, 'package.json'), 'utf8'));
  const path = join(folder, 'node_modules', name);
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(relative(dirname(path), join(folder, library)), path);
}
