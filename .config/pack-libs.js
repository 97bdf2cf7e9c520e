// `npm run pack:libs -- FOLDER` (default `var/packages`): the libraries that adapters of storages, brokers and file stores need as npm packages
// `content-service-….tgz` of the version in /package.json, without sources, source maps and paths into this repository.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const SCOPE = '@content-service/';
/** The libraries that adapters begin with; they need all others. */
const FIRST = ['storage-records', 'sink', 'files'];
const NOT_PACKED = /\.(map|tsbuildinfo)$|\.fixture\./;
const { version, repository } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

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

/** Libraries and those that they need, by folder name. */
function collectLibraries(names, collected = new Set()) {
  for (const name of names) {
    if (collected.has(name)) continue;
    collected.add(name);
    const dependencies = Object.keys(readManifest(name).dependencies ?? {});
    const own = dependencies.filter((dependency) => dependency.startsWith(SCOPE));
    collectLibraries(
      own.map((dependency) => dependency.slice(SCOPE.length)),
      collected,
    );
  }
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
  writeFileSync(join(folder, 'package.json'), JSON.stringify(toPublished(manifest), undefined, 2));
  return folder;
}

/** All libraries have one version. npm attests where and from which commit a package was built, and needs `repository` for it. */
function toPublished({ dependencies = {}, ...manifest }) {
  const versioned = Object.entries(dependencies).map(([name, range]) => [
    name,
    name.startsWith(SCOPE) ? version : range,
  ]);
  return {
    ...{ ...manifest, version, repository, dependencies: Object.fromEntries(versioned) },
    publishConfig: { access: 'public', provenance: true },
  };
}

function readManifest(name) {
  return JSON.parse(readFileSync(join(ROOT, 'libs', name, 'package.json'), 'utf8'));
}
