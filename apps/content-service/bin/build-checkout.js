// Builds what is missing in a checkout or older than its sources. A published package has no sources, and nothing happens.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const project = join(root, '.config/tsconfig.build.json');

const bundled = join(root, 'apps/content-service/dist/bundle/cli.js');
const admin = join(root, 'apps/admin');

/** Files that no build has (`exclude` in each tsconfig.json). */
const LEFT_OUT = /\.(spec|fixture)\.ts$/;

if (existsSync(project) && (packages().some(isOutdated) || !existsSync(bundled))) build();
if (existsSync(join(admin, 'src')) && isAdminOutdated()) buildAdmin();

function packages() {
  const libs = readdirSync(join(root, 'libs')).map((name) => join(root, 'libs', name));
  return [...libs, join(root, 'apps/content-service')].filter((folder) =>
    existsSync(join(folder, 'src/index.ts')),
  );
}

/** The compiler writes `.tsbuildinfo` last, also when a changed source has the same result. */
function isOutdated(folder) {
  const built = join(folder, 'dist/.tsbuildinfo');
  if (!existsSync(built)) return true;
  const { mtimeMs } = statSync(built);
  return readdirSync(join(folder, 'src'), { recursive: true, withFileTypes: true }).some(
    (file) =>
      file.name.endsWith('.ts') &&
      !LEFT_OUT.test(file.name) &&
      statSync(join(file.parentPath, file.name)).mtimeMs > mtimeMs,
  );
}

/** What the compiler says goes to standard error: standard output belongs to the command. */
function build() {
  process.stderr.write('content-service: building…\n');
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const bundler = join(root, '.config/bundle.js');
  if (run(compiler, '-b', project) && run(bundler)) return;
  process.stderr.write('content-service: the build failed; see above. Is `npm install` done?\n');
  process.exit(1);
}

function run(...command) {
  return spawnSync(process.execPath, command, { stdio: ['ignore', 2, 2] }).status === 0;
}

/** The browser administration, which is files to serve. */
function isAdminOutdated() {
  const built = join(admin, 'dist/index.html');
  if (!existsSync(built)) return true;
  const { mtimeMs } = statSync(built);
  const sources = readdirSync(join(admin, 'src'), { recursive: true, withFileTypes: true });
  return [join(admin, 'index.html'), ...sources.map((file) => join(file.parentPath, file.name))].some(
    (file) => !LEFT_OUT.test(file) && statSync(file).mtimeMs > mtimeMs,
  );
}

/** Everything but the administration works without it, and `/admin` says what to do. */
function buildAdmin() {
  process.stderr.write('content-service: building the administration…\n');
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const { status } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: admin,
    stdio: ['ignore', 2, 2],
    // Jest sets another one, with which the build has the development version of React.
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status !== 0) process.stderr.write('content-service: the administration is not built; see above.\n');
}
