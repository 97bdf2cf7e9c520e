// A thread with a connection of its own to a SQLite database, for transactions of many rows. Plain JavaScript, because it is
// started by file name, from the sources as well as from the build.
//
// workerData: SqliteConnectionOptions. Messages in: an array of { text, values }, or null to end; out, for each array: what
// its last statement gives, { rows } or { affected }, or the { error } of the one that failed. After an error every array gets
// the same answer until the transaction is rolled back: SQLite may have ended the transaction, and would store each
// statement at once.
import { parentPort, workerData } from 'node:worker_threads';
import { SqliteConnection, toErrorMessage } from './sqlite-connection.js';

let connection;
let failure;

parentPort.on('message', (statements) => {
  if (statements === null) {
    connection?.database.close();
    parentPort.close();
    return;
  }
  const [{ text: first }] = statements;
  if (first === 'ROLLBACK' || first.startsWith('BEGIN')) failure = undefined;
  const answer = failure ?? run(statements);
  // There is nothing to roll back where BEGIN has failed.
  if (answer.error !== undefined && first !== 'ROLLBACK') failure = answer;
  parentPort.postMessage(answer);
});

function run(statements) {
  try {
    connection ??= new SqliteConnection(workerData);
    // A transaction that was given up without ROLLBACK.
    if (statements[0].text.startsWith('BEGIN') && connection.database.inTransaction)
      connection.run({ text: 'ROLLBACK', values: [] });
    let result;
    for (const statement of statements) result = connection.run(statement);
    return result;
  } catch (error) {
    return toErrorMessage(error);
  }
}
