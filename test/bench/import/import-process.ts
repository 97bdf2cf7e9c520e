// A process that imports two site packages, one after the other, and reports what the second one took. The first has the
// targets of the references, and loads the modules.
//
// Arguments: the two files, and a folder for a processor profile of the second import, or nothing.
import { mkdirSync, writeFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { runCommandLine } from '@content-service/app';
import { StatementCounter } from '../../support/database.js';
import { toShares } from './profile-shares.js';

/** Written to standard output as JSON. */
export interface ImportFigures {
  readonly seconds: number;
  /** User and system processor time of the process. */
  readonly processorSeconds: number;
  readonly statements: number;
  /** With a profile, which costs a tenth of the time: percent of the processor time by package, greatest first. */
  readonly shares?: readonly (readonly [name: string, percent: number])[];
}

const [targets = '', entries = '', profileFolder] = process.argv.slice(2);
const counter = new StatementCounter();
await importFile(targets);

const session = profileFolder === undefined ? undefined : await startProfile();
const [before, started, processorBefore] = [counter.count, performance.now(), process.cpuUsage()];
await importFile(entries);
const [seconds, { user, system }] = [(performance.now() - started) / 1000, process.cpuUsage(processorBefore)];
const figures: ImportFigures = {
  seconds,
  processorSeconds: (user + system) / 1e6,
  statements: counter.count - before,
  ...(session !== undefined && { shares: await endProfile(session, profileFolder ?? '') }),
};
process.stdout.write(JSON.stringify(figures), () => process.exit(0));

async function startProfile(): Promise<Session> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.start');
  return session;
}

async function endProfile(session: Session, folder: string): Promise<ImportFigures['shares']> {
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `import-${process.pid}.cpuprofile`), JSON.stringify(profile));
  return toShares(profile);
}

async function importFile(file: string): Promise<void> {
  const output = new Writable({
    write: (_chunk, _encoding, done) => {
      done();
    },
  });
  const variables = (): NodeJS.ProcessEnv => process.env;
  const terminal = { variables, input: process.stdin, output, errors: process.stderr };
  const code = await runCommandLine(['import', file, '--json'], terminal);
  if (code !== 0) throw new Error(`The import of ${file} ended with ${code}.`);
}
