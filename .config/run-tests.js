// `npm test`: the suites of memory, SQLite and the administration. Needs no server and no root: suites whose commands are missing
// are left out and named; with CI=true that is an error.
// `npm run test:servers`: the suites of brokers and database servers, which it installs (Debian, as root) and starts, and those of
// websites, whose packages they install.
// A suite that fails is run once more, alone; if it passes then, it is listed as unstable. A second failing suite fails the run.
// Both take options of Jest, such as paths and --watch. TEST_STORAGE=memory|sqlite|mariadb|postgres runs any suite on that storage,
// TEST_STORAGE=galera the conformance kit on a cluster of its own.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPrivateCluster } from './galera.js';
import { jestArguments } from './jest.js';
import { mariadb } from './mariadb.js';
import { nats } from './nats.js';
import { findNeeds, findSuites } from './places.js';
import { postgres } from './postgres.js';
import { rabbitmq } from './rabbitmq.js';
import { redis } from './redis.js';
import { useTestFolder } from './test-folder.js';
import { describeTool, findChromium, installTools, isMissing } from './tools.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** One run of Jest, with the servers that its places need, by the variable that has their URL. */
const EMBEDDED_RUN = { places: ['admin', 'memory', 'sqlite', 'pages'], servers: {} };
const SERVER_RUNS = [
  {
    places: ['brokers', 'mariadb'],
    servers: {
      TEST_REDIS_URL: redis,
      TEST_NATS_URL: nats,
      TEST_AMQP_URL: rabbitmq,
      TEST_DATABASE_URL: mariadb,
    },
  },
  { places: ['postgres'], servers: { TEST_DATABASE_URL: postgres } },
  { places: ['sites'], servers: {} },
  { places: ['galera'], servers: {} },
];

const NO_TESTS = { suites: 0, passed: 0, failed: 0, skipped: 0, failures: [] };

// Servers and Jest end with this process, and what they stored goes with them.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));

const isOfServers = process.argv[2] === '--servers';
const options = process.argv.slice(isOfServers ? 3 : 2);
process.exitCode = await run();

function run() {
  const { TEST_STORAGE: storage = '' } = process.env;
  if (storage === 'galera') return onGalera();
  // Before it: Jest takes what follows --selectProjects for names of projects.
  if (storage !== '') return jest([...options, '--selectProjects', 'any']);
  if (isOfServers) return everything(SERVER_RUNS);
  return options.length > 0 ? part() : everything([EMBEDDED_RUN]);
}

async function onGalera() {
  const cluster = await startPrivateCluster();
  const suites = options.length > 0 ? options : ['typeorm-storage.engines.spec'];
  const status = await jest(['--selectProjects', 'any', '--runInBand', ...suites], {
    TEST_DATABASE_URL: cluster.url,
  });
  await cluster.stop();
  return status;
}

/** The suites that the options select, with the output of Jest. */
async function part() {
  const patterns = options.filter((option) => !option.startsWith('-')).map((text) => new RegExp(text));
  const select = (places) =>
    places
      .flatMap((place) => findSuites(ROOT, place))
      .filter((suite) => patterns.some((pattern) => pattern.test(suite)));
  // A worker would load everything once more.
  const inBand = select(EMBEDDED_RUN.places).length === 1 && !isWatching(options) ? ['--runInBand'] : [];
  const places = ['--selectProjects', ...EMBEDDED_RUN.places];
  const status = await jest([...places, '--passWithNoTests', ...inBand, ...options]);
  const others = select(SERVER_RUNS.flatMap((jestRun) => jestRun.places));
  if (others.length > 0)
    console.log(
      `${new Set(others).size} of these suites run on servers: npm run test:servers -- ${options.join(' ')}`,
    );
  return status;
}

/** The runs one after another, and the totals of their places. */
async function everything(runs) {
  if (!build()) return 1;
  const folder = useTestFolder();
  if (isOfServers) installTools();
  const places = runs.flatMap((jestRun) => jestRun.places);
  const leftOut = findLeftOut(places);
  if (leftOut.size > 0 && process.env.CI === 'true') return 1;
  const totals = {};
  const repeated = [];
  let areGreen = true;
  for (const jestRun of runs) {
    const started = Date.now();
    const report = join(folder, `${jestRun.places.join('-')}.json`);
    const { isGreen, counts, unstable } = await runPlaces(jestRun, [...leftOut], report);
    areGreen = areGreen && isGreen;
    if (unstable !== undefined) repeated.push(unstable);
    const seconds = Math.round((Date.now() - started) / 1000);
    for (const place of jestRun.places) totals[place] = { ...NO_TESTS, ...counts[place], seconds };
  }
  print(totals);
  for (const failure of repeated) console.log(`Unstable, passed when it ran alone: ${failure}`);
  // A part of the suites is selected by options, and can leave places without tests.
  const silent = options.length > 0 ? [] : places.filter((place) => totals[place].passed === 0);
  for (const place of silent) console.log(`No test ran in the place ${place}.`);
  return areGreen && silent.length === 0 && repeated.length <= 1 ? 0 : 1;
}

// Services that tests start build what is missing or old: here, once, so that no two of them do it at the same time.
function build() {
  const { status } = spawnSync(process.execPath, ['apps/content-service/bin/build-checkout.js'], {
    stdio: 'inherit',
  });
  return status === 0;
}

/** The suites that need commands which are missing, after they have been listed. */
function findLeftOut(places) {
  const byTool = new Map();
  for (const place of places)
    for (const suite of findSuites(ROOT, place))
      for (const tool of findNeeds(ROOT, place, suite))
        byTool.set(tool, [...(byTool.get(tool) ?? []), suite]);
  const missing = [...byTool].filter(([tool]) => isMissing(tool));
  for (const [tool, suites] of missing)
    console.log([`Left out without ${describeTool(tool)}`, ...suites].join('\n  '));
  return new Set(missing.flatMap(([, suites]) => suites));
}

/** @returns whether all passed, the counts by place, and a failure that was none when its suite ran alone */
async function runPlaces({ places, servers }, leftOut, report) {
  console.log(`\n=== ${places.join(', ')}`);
  const running = {};
  for (const [variable, launch] of Object.entries(servers)) running[variable] = await launch();
  const urls = Object.entries(running).map(([variable, { url }]) => [variable, url]);
  const env = { ...Object.fromEntries(urls), TEST_TOTALS: report };
  const start = async (names, args) => {
    rmSync(report, { force: true });
    const output = ['ignore', 'ignore', 'inherit'];
    const isGreen = (await jest(['--selectProjects', ...names, ...args], env, output)) === 0;
    return { isGreen, counts: existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {} };
  };
  const ignored = leftOut.map((suite) => suite.replaceAll('.', '[.]'));
  const first = await start(places, [
    ...(ignored.length > 0 ? ['--testPathIgnorePatterns', ...ignored] : []),
    ...(options.length > 0 ? ['--passWithNoTests', ...options] : ['--silent']),
  ]);
  const result = await repeatFailure(first, start);
  for (const server of Object.values(running)) await server.stop();
  return result;
}

/** Runs the failed suite once more, when it is the only one: a fault in shared code fails others, too. */
async function repeatFailure({ isGreen, counts }, start) {
  const failed = Object.entries(counts).flatMap(([place, { failures }]) =>
    failures.map((failure) => ({ place, failure })),
  );
  if (failed.length !== 1) return { isGreen, counts };
  const [{ place, failure }] = failed;
  const [suite] = failure.split(': ', 1);
  console.log(`\n=== ${place}: ${suite} once more`);
  const again = await start([place], ['--runInBand', '--runTestsByPath', suite]);
  if (!again.isGreen) return { isGreen: false, counts };
  const row = counts[place];
  const passed = { ...row, passed: row.passed + row.failed, failed: 0, failures: [] };
  return { isGreen: true, counts: { ...counts, [place]: passed }, unstable: failure };
}

function print(totals) {
  for (const [place, { failures }] of Object.entries(totals))
    for (const failure of failures) console.log(`Failed in ${place}: ${failure}`);
  const columns = ['suites', 'passed', 'failed', 'skipped', 'seconds'];
  console.log(`\nplace    ${columns.map((column) => column.padStart(9)).join('')}`);
  for (const [place, row] of Object.entries(totals))
    console.log(place.padEnd(9) + columns.map((column) => String(row[column]).padStart(9)).join(''));
  const sum = (key) => Object.values(totals).reduce((total, row) => total + row[key], 0);
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`);
}

function isWatching(args) {
  return args.some((option) => option.startsWith('--watch'));
}

async function jest(args, env, stdio = 'inherit') {
  // What a failed test leaves open must not keep the run from its end.
  const command = jestArguments([...(isWatching(args) ? [] : ['--forceExit']), ...args]);
  // A group of its own, with the workers and what tests have started; one that reads the terminal must stay in the terminal's.
  const detached = stdio !== 'inherit';
  const browser = findChromium();
  const child = spawn(process.execPath, command, {
    stdio,
    detached,
    env: { ...process.env, ...(browser === undefined ? {} : { CHROMIUM: browser }), ...env },
  });
  const end = () => process.kill(detached ? -child.pid : child.pid, 'SIGKILL');
  // Before the folder is removed in which they write.
  process.prependOnceListener('exit', end);
  const [status] = await once(child, 'exit');
  process.off('exit', end);
  return status ?? 1;
}
