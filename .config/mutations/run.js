// `npm run test:mutations`: takes away the guards of access and OAuth, one at a time, and looks whether the tests notice.
// Works on a copy of the sources, so that nothing here ever stands in a working tree.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { jestArguments } from '../jest.js';
import { guards } from './guards.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const SOURCES = ['.config', '.swcrc', 'apps', 'libs', 'package.json', 'test', 'tsconfig.json'];
const LEFT_OUT = new Set(['node_modules', 'dist']);

const copies = Array.from({ length: availableParallelism() }, copySources);
try {
  const unmutated = await jest(copies[0], guards);
  if (unmutated === 'green') process.exitCode = report(await examineAll());
  else {
    console.error('The tests are not green as they are.');
    process.exitCode = 1;
  }
} finally {
  for (const copy of copies) rmSync(copy, { recursive: true });
}

/** @returns the folder of a copy */
function copySources() {
  const copy = mkdtempSync(join(tmpdir(), 'content-service-mutations-'));
  for (const name of SOURCES)
    cpSync(join(root, name), join(copy, name), {
      recursive: true,
      filter: (path) => !LEFT_OUT.has(basename(path)),
    });
  linkPackages(copy);
  return copy;
}

/** Installed packages are those of the working tree, those of the workspaces are of the copy. */
function linkPackages(copy) {
  const [from, to] = [join(root, 'node_modules'), join(copy, 'node_modules')];
  const workspaces = '@content-service';
  mkdirSync(join(to, workspaces), { recursive: true });
  for (const name of readdirSync(from))
    if (name !== workspaces) symlinkSync(join(from, name), join(to, name));
  for (const name of readdirSync(join(from, workspaces)))
    symlinkSync(readlinkSync(join(from, workspaces, name)), join(to, workspaces, name));
}

/** The results in the order of the guards. Each copy has one guard less at a time. */
async function examineAll() {
  const left = [...guards.entries()];
  const results = [];
  const work = async (copy) => {
    for (let next = left.shift(); next !== undefined; next = left.shift()) {
      const [index, guard] = next;
      results[index] = await examine(guard, copy);
    }
  };
  await Promise.all(copies.map(work));
  return results;
}

/** Whether the test is red without the guard. */
async function examine({ guard, file, find, replace, spec, test }, copy) {
  const path = join(copy, file);
  const source = readFileSync(path, 'utf8');
  if (source.split(find).length !== 2) return { guard, verdict: `'${find}' does not stand once in ${file}` };
  writeFileSync(
    path,
    source.replace(find, () => replace),
  );
  const colour = await jest(copy, [{ spec, test }]);
  writeFileSync(path, source);
  if (colour === 'red') return { guard, noticed: true, verdict: test };
  return {
    guard,
    verdict: colour === 'green' ? `NOT NOTICED by: ${test}` : 'it does not run without the guard',
  };
}

/** `broken` when no test ran or the file could not be loaded: that says nothing about the guard. */
async function jest(copy, tests) {
  const output = join(copy, 'report.json');
  const names = tests.map(({ test }) => test.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  const options = [
    '--selectProjects',
    'memory',
    '--testNamePattern',
    `^(${names.join('|')})`,
    '--json',
    `--outputFile=${output}`,
  ];
  const specs = [...new Set(tests.map(({ spec }) => spec))];
  const child = spawn(process.execPath, jestArguments([...options, ...specs]), {
    cwd: copy,
    stdio: 'ignore',
  });
  await once(child, 'exit');
  const {
    numPassedTests: passed,
    numFailedTests: failed,
    testResults,
  } = JSON.parse(readFileSync(output, 'utf8'));
  rmSync(output);
  if (failed > 0) return 'red';
  return passed > 0 && testResults.every(({ status }) => status !== 'failed') ? 'green' : 'broken';
}

function report(results) {
  const width = Math.max(...guards.map(({ guard }) => guard.length));
  console.log(`${'without the guard that …'.padEnd(width)}  this test is red`);
  for (const { guard, verdict } of results) console.log(`${guard.padEnd(width)}  ${verdict}`);
  const missed = results.filter(({ noticed }) => !noticed).length;
  console.log(`\n${results.length - missed} of ${results.length} guards are watched.`);
  return missed === 0 ? 0 : 1;
}
