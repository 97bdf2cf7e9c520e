// `npm test`: every suite on every storage it is for, with the totals per storage at the end. A storage on which no test ran
// fails the run. A few suites that fail run once more, alone: what passes only then is listed as unstable, and does not fail the run.
// `npm test -- JEST OPTIONS` runs a part on one storage (TEST_STORAGE=memory|sqlite|mariadb|postgres, default sqlite).
// TEST_STORAGE=galera runs the conformance kit, or the part of the options, on a Galera cluster of its own.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, installedChromium } from './chromium.js';
import { startPrivateCluster } from './galera.js';
import { jestArguments } from './jest.js';
import { mariadb } from './mariadb.js';
import { nats } from './nats.js';
import { postgres } from './postgres.js';
import { ensureInstalled } from './private-server.js';
import { rabbitmq } from './rabbitmq.js';
import { redis } from './redis.js';
import { useTestFolder } from './test-folder.js';

// The parts of the suite that say the same on every storage run once, with the first.
const adapter = 'libs/storage-typeorm/';
const kit = 'libs/storage-typeorm/src/typeorm-storage[.]spec';
// Database servers that belong together; Galera has a run of its own (`npm run test:galera`).
const clusters = 'test/clusters/';
const galera = 'test/clusters/galera';
// Several processes on one database, which memory cannot be.
const processes = 'test/(durability|real-content|readme|faults|restore|migration)/';
// Message brokers, of whose events the storage is the source.
const brokers = 'test/brokers/';
// A line to a database server that breaks.
const lines = 'libs/storage-typeorm/src/(entries/resolve-in-doubt-commit|dialects/pool)';
// What statements cost: memory has none, and is the reference of what they mean, not of their speed.
const costs = 'test/(hostile/(unbounded-work|heavy-queries|statement-counts)|scale/)';
// Faults of a private database server, and faults that are SQLite's or the same on every storage.
const serverFaults = 'test/faults/(database-server|clocks-apart)';
// A clock of the service, which one database server shows as well as another.
const clockJumps = 'test/faults/clock-jumps';
const otherFaults = 'test/(faults/(full-disk|clients|overload)|migration/import-jsonapi-faults)';
// Processes that share a database server.
const workers = 'test/(durability/(workers|roles|rolling-upgrade|awaited-database)|operations/runbooks)';
// Processes that end, of which the database hardly knows: embedded or not makes a difference at most.
const processEnds = 'test/durability/(killed-export|uncaught-errors|secrets-in-log|tracing-packages)';
// Processes that share a database server, which one server shows as well as another; what is of one server in it
// (transactions, locks, leases, values that survive a copy) is in the conformance kit and in the suites that stay.
const sharedServer =
  'test/(durability/(?!killed-service|concurrent-updates)|real-content/|readme/|restore/(?!round-trip)|migration/|' +
  'operations/runbooks|faults/(soak|hostile-connections))';
// Several services at a time, where a site on SQLite has one.
const severalServices =
  'test/(durability/((tokens|management)-in-other|(entry|job)-schedules|announced-changes|rate-limits)|faults/soak)';
// What is answered without the storage.
const answers = 'test/(hostile/hostile-headers|openapi/guide)';
// What people see, in a real browser.
const pages = 'test/pages/';
const storages = [
  { name: 'memory', skip: [adapter, processes, workers, costs, brokers, clusters] },
  {
    name: 'sqlite',
    only: [adapter, '[.]e2e-spec[.]ts$'],
    skip: [pages, answers, lines, serverFaults, workers, severalServices, clusters],
  },
  {
    name: 'mariadb',
    only: [adapter, '[.]e2e-spec[.]ts$'],
    skip: [pages, answers, brokers, otherFaults, galera, processEnds],
    start: mariadb,
  },
  {
    name: 'postgres',
    only: [adapter, '[.]e2e-spec[.]ts$'],
    skip: [pages, answers, brokers, otherFaults, clockJumps, galera, sharedServer],
    start: postgres,
  },
];

// Commands that tests run.
const tools = [
  {
    command: 'promtool',
    name: 'promtool, which checks metrics and alerts',
    debianPackage: 'prometheus',
  },
  { command: 'systemd-analyze', name: 'systemd-analyze, which checks the unit', debianPackage: 'systemd' },
  {
    command: 'varnishd',
    name: 'Varnish with vmod_xkey, which deploy/varnish configures',
    debianPackage: 'varnish-modules',
    isPresent: hasXkey,
  },
  {
    command: 'faketime',
    name: 'libfaketime, which moves the clocks of services',
    debianPackage: 'faketime',
  },
  { command: 'jq', name: 'jq, whose filters the runbooks have', debianPackage: 'jq' },
];

// More failures than these have a cause that a repetition would only repeat.
const REPEATED_SUITES_MAXIMUM = 3;

// Servers and Jest end with this process, and what they stored goes with them.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));

const options = process.argv.slice(2);
process.exitCode = await run();

function run() {
  if (process.env.TEST_STORAGE === 'galera') return onGalera();
  return options.length > 0 ? jest(options, withBrowser(installedChromium())) : everything();
}

async function onGalera() {
  if (!build()) return 1;
  const cluster = await startPrivateCluster();
  const patterns = options.length > 0 ? options : [kit];
  const status = await jest([...patterns, '--runInBand'], { TEST_DATABASE_URL: cluster.url });
  await cluster.stop();
  return status;
}

async function everything() {
  if (!build()) return 1;
  const folder = useTestFolder();
  for (const tool of tools) ensureInstalled({ remedy: 'put it on the PATH', ...tool });
  const shared = {
    TEST_REDIS_URL: await redis(),
    TEST_NATS_URL: await nats(),
    TEST_AMQP_URL: await rabbitmq(),
  };
  const urls = Object.entries(shared).map(([name, { url }]) => [name, url]);
  const env = { ...withBrowser(chromium()), ...Object.fromEntries(urls) };
  const totals = [];
  for (const storage of storages)
    totals.push(await suite(storage, join(folder, `${storage.name}.json`), env));
  for (const server of Object.values(shared)) await server.stop();
  for (const { name, failures } of totals)
    for (const { file, tests } of failures) console.log(`Failed on ${name}: ${file}: ${tests.join('; ')}`);
  const columns = ['suites', 'passed', 'failed', 'skipped', 'unstable', 'seconds'];
  console.log(`\nstorage ${columns.map((column) => column.padStart(9)).join('')}`);
  for (const { name, ...row } of totals)
    console.log(name.padEnd(8) + columns.map((column) => String(row[column]).padStart(9)).join(''));
  const sum = (key) => totals.reduce((total, row) => total + row[key], 0);
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
  const silent = totals.filter(({ passed }) => passed === 0);
  for (const { name } of silent) console.log(`No test ran on ${name}.`);
  return totals.every(({ ok }) => ok) && silent.length === 0 ? 0 : 1;
}

// The module of the package varnish-modules, which depends on varnish.
function hasXkey() {
  const module = 'varnish/vmods/libvmod_xkey.so';
  return readdirSync('/usr/lib').some((folder) => existsSync(join('/usr/lib', folder, module)));
}

// Services that tests start build what is missing or old: here, once, so that no two of them do it at the same time.
function build() {
  const { status } = spawnSync(process.execPath, ['apps/content-service/bin/build-checkout.js'], {
    stdio: 'inherit',
  });
  return status === 0;
}

async function suite({ name, only, skip, start }, report, shared) {
  console.log(`\n=== ${name}`);
  const started = Date.now();
  const server = await start?.();
  const env = {
    ...shared,
    TEST_STORAGE: name,
    ...(server === undefined ? {} : { TEST_DATABASE_URL: server.url }),
  };
  const patterns = [
    ...(only === undefined ? [] : ['--testPathPatterns', ...only]),
    ...['--testPathIgnorePatterns', ...skip],
  ];
  const run = (selection) =>
    jest([...selection, '--json', `--outputFile=${report}`, '--silent'], env, [
      'ignore',
      'ignore',
      'inherit',
    ]);
  const status = await run(patterns);
  const first = read(report);
  const result =
    first.failures.length > 0 ? await repeat(name, first, run, report) : { ...first, unstable: 0 };
  await server?.stop();
  // Jest ends with an error for more than failed tests, such as a report that cannot be written.
  const ok = status === 0 || (result.unstable > 0 && result.failed === 0);
  return { name, ...result, ok, seconds: Math.round((Date.now() - started) / 1000) };
}

// Runs failed suites once more, one after another, and counts what passes now.
async function repeat(name, first, run, report) {
  if (first.failures.length > REPEATED_SUITES_MAXIMUM) return { ...first, unstable: 0 };
  console.log(`\n=== ${name}: ${first.failures.length} failed suites once more`);
  rmSync(report, { force: true });
  await run(['--runInBand', '--runTestsByPath', ...first.failures.map(({ file }) => file)]);
  const second = read(report);
  const isMended = ({ file }) => second.passedFiles.includes(file);
  const unstable = first.failures.filter(isMended);
  for (const { file, tests } of unstable) console.log(`Unstable on ${name}: ${file}: ${tests.join('; ')}`);
  const mended = countFailed(unstable);
  return {
    ...first,
    failed: first.failed - mended,
    passed: first.passed + mended,
    unstable: unstable.length,
    failures: first.failures.filter((failure) => !isMended(failure)),
  };
}

function countFailed(failures) {
  return failures.reduce((sum, { failed }) => sum + failed, 0);
}

function withBrowser(path) {
  return path === undefined ? {} : { CHROMIUM: path };
}

// The counts of a report, its failed suites with their failed tests, and the files of its passed suites.
function read(report) {
  try {
    const json = JSON.parse(readFileSync(report, 'utf8'));
    const { numTotalTestSuites: suites, numPassedTests: passed, numPendingTests: skipped } = json;
    const failures = json.testResults
      .filter(({ status }) => status === 'failed')
      .map(({ name: file, assertionResults }) => {
        const tests = assertionResults.flatMap((test) => (test.status === 'failed' ? [test.fullName] : []));
        // A suite that does not load has no tests to count.
        return { file, tests, failed: Math.max(tests.length, 1) };
      });
    const passedFiles = json.testResults.flatMap(({ status, name }) => (status === 'passed' ? [name] : []));
    return { suites, passed, failed: countFailed(failures), skipped, failures, passedFiles };
  } catch {
    return { suites: 0, passed: 0, failed: 1, skipped: 0, failures: [], passedFiles: [] };
  }
}

async function jest(args, env, stdio = 'inherit') {
  // What a failed test leaves open must not keep the run from its end.
  const command = jestArguments(['--forceExit', ...args]);
  // A group of its own, with the workers and what tests have started; one that reads the terminal must stay in the terminal's.
  const detached = stdio !== 'inherit';
  const child = spawn(process.execPath, command, { stdio, detached, env: { ...process.env, ...env } });
  const end = () => process.kill(detached ? -child.pid : child.pid, 'SIGKILL');
  // Before the folder is removed in which they write.
  process.prependOnceListener('exit', end);
  const [status] = await once(child, 'exit');
  process.off('exit', end);
  return status ?? 1;
}
