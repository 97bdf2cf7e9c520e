// A process that reads a SQLite database for another one, so that a heavy statement blocks only this process and can be
// ended by killing it. Plain JavaScript, because it is started by file name, from the sources as well as from the build.
//
// Argument: SqliteConnectionOptions as JSON. Messages in: { text, values }; out: { ready }, { rows } or { error }.
import { SqliteConnection, toErrorMessage } from './sqlite-connection.js';

// The parent decides when this process ends: signals of a terminal go to the whole group.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit());

const answer = (make) => {
  try {
    process.send(make());
  } catch (error) {
    process.send(toErrorMessage(error));
  }
};

let connection;

answer(() => {
  connection = new SqliteConnection(JSON.parse(process.argv[2]));
  return { ready: true };
});

process.on('message', (statement) => {
  answer(() => connection.run(statement));
});
