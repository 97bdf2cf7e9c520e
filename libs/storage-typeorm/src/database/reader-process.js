// A process that reads a SQLite database for another one, so that a heavy statement blocks only this process and can be
// ended by killing it. Plain JavaScript, because it is started by file name, from the sources as well as from the build.
//
// Argument: ReaderProcessOptions as JSON. Messages in: { text, values }; out: { ready }, { rows } or { error }.
import Database from 'better-sqlite3';

/** Prepared statements that are kept; the oldest goes first. */
const STATEMENTS_MAXIMUM = 200;

// The parent decides when this process ends: signals of a terminal go to the whole group.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit());

const answer = (make) => {
  try {
    process.send(make());
  } catch (error) {
    process.send({ error: { code: String(error.code), message: String(error.message) } });
  }
};

const statements = new Map();
let database;

answer(() => {
  const { file, pragmas, busyTimeoutMs } = JSON.parse(process.argv[2]);
  database = new Database(file, { readonly: true, fileMustExist: true, timeout: busyTimeoutMs });
  for (const pragma of pragmas) database.pragma(pragma);
  return { ready: true };
});

process.on('message', ({ text, values }) => {
  answer(() => ({ rows: prepare(text).all(...values) }));
});

function prepare(text) {
  const known = statements.get(text);
  if (known !== undefined) return known;
  const statement = database.prepare(text);
  statements.set(text, statement);
  if (statements.size > STATEMENTS_MAXIMUM) statements.delete(statements.keys().next().value);
  return statement;
}
