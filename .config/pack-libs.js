// `npm run pack:libs -- FOLDER` (default `var/packages`): the libraries that a storage adapter needs as npm packages
// `content-service-….tgz`, without sources, source maps and paths into this repository.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const SCOPE = '@content-service/';
/** The library that adapters begin with; it needs all others that a storage does. */
const FIRST = 'storage-records';
const NOT_PACKED = /\.(map|tsbuildinfo)$|\.fixture\./;

const target = resolve(process.argv[2] ?? join(ROOT, 'var/packages'));
const staging = mkdtempSync(join(tmpdir(), 'content-service-packages-'));
try {
  mkdirSync(target, { recursive: true });
  const folders = [...collectLibraries(FIRST)].map(stage);
  const npm = ['pack', '--silent', '--ignore-scripts', '--pack-destination', target, ...folders];
  process.exitCode = spawnSync('npm', npm, { cwd: staging, stdio: 'inherit' }).status ?? 1;
} finally {
  rmSync(staging, { recursive: true });
}

/** A library and those that it needs, by folder name. */
function collectLibraries(name, collected = new Set()) {
  if (collected.has(name)) return collected;
  collected.add(name);
  for (const dependency of Object.keys(readManifest(name).dependencies ?? {}))
    if (dependency.startsWith(SCOPE)) collectLibraries(dependency.slice(SCOPE.length), collected);
  return collected;
}

/** Copies the files of a package. @returns the folder */
function stage(name) {
  const folder = join(staging, name);
  cpSync(join(ROOT, 'libs', name, 'dist'), join(folder, 'dist'), {
    recursive: true,
    filter: (path) => !NOT_PACKED.test(path),
  });
  cpSync(join(ROOT, 'libs', name, 'README.md'), join(folder, 'README.md'));
  cpSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
  const manifest = readManifest(name);
  for (const entry of Object.values(manifest.exports)) delete entry['@content-service/source'];
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, undefined, 2));
  return folder;
}

function readManifest(name) {
  return JSON.parse(readFileSync(join(ROOT, 'libs', name, 'package.json'), 'utf8'));
}
