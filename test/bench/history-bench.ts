import { ApiClient } from '../support/api-client.js';
import { FIRST_CLIENT } from '../support/content-service.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { compare, type Comparison, measureInTurns } from './compare.js';
import { buildId, FULL } from './content.js';
import { fill } from './fill.js';
import { type BenchRequest, type Operation, OPERATIONS } from './operations.js';
import { type MeasuredServer, startMeasured } from './servers.js';

const COPY = '?resourceVersion=rel:working-copy';
/** Entries with a working copy. */
const COPIED = 200;
const ARTICLES = '/api/node/article';

/** The budgets of operations beside the same on a site without a history. */
const BUDGETS: ReadonlyMap<string, number> = new Map([
  ['one entry', 1.03],
  ['50 newest with total', 1.03],
  ['create with 3 tags', 1.03],
  ['update', 1.15],
]);

type Result = readonly [operation: Operation, comparison: Comparison];

/**
 * Measures what the history costs, between two services on two copies of one database, one of which keeps nothing, in turns; and
 * working copies beside updates and reads of entries.
 */
export async function measureHistory(rounds: number): Promise<readonly Result[]> {
  const [without, withHistory] = [await startSite(0), await startSite(50)];
  try {
    const servers = { bare: without.server, service: withHistory.server };
    const results: Result[] = [];
    for (const operation of OPERATIONS) {
      const budget = BUDGETS.get(operation.name);
      if (budget === undefined) continue;
      const measured = { ...operation, name: `${operation.name}, history`, budget };
      results.push([measured, await compare(measured, servers, rounds)]);
    }
    return [...results, ...(await measureCopies(withHistory.server, rounds))];
  } finally {
    for (const { server, database } of [without, withHistory]) {
      await server.stop();
      await database.remove();
    }
  }
}

async function measureCopies(server: MeasuredServer, rounds: number): Promise<readonly Result[]> {
  let requests = 0;
  const nextId = (): string => buildId('article', (requests += 1) % COPIED);
  const define = (name: string, budget: number, next: () => BenchRequest): Operation => ({
    ...{ name, budget, expectedStatus: 200, requests: 1000, next },
  });
  const read = (suffix: string) => (): BenchRequest => ({
    method: 'GET',
    path: `${ARTICLES}/${nextId()}${suffix}`,
  });
  const change = (suffix: string) => (): BenchRequest => {
    const id = nextId();
    const data = { type: 'node--article', id, attributes: { title: `Changed ${requests}` } };
    return { method: 'PATCH', path: `${ARTICLES}/${id}${suffix}`, body: JSON.stringify({ data }) };
  };
  const save = define('save of a copy', 1, change(COPY));
  const readCopy = define('read of a copy', 1.4, read(COPY));
  const operations = [define('', 0, change('')), save, define('', 0, read('')), readCopy] as const;
  const [update, saved, entry, copy] = await measureInTurns(operations, server, rounds);
  return [
    [save, { bare: update, service: saved }],
    [readCopy, { bare: entry, service: copy }],
  ];
}

/** @param revisionsKept 0 for a site without history */
async function startSite(
  revisionsKept: number,
): Promise<{ readonly server: MeasuredServer; readonly database: TestDatabase }> {
  const database = await createTestDatabase('sqlite');
  await fill(database.url, FULL);
  const server = await startMeasured(database.url, undefined);
  const client = await ApiClient.withCredentials(server.url, FIRST_CLIENT);
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json' };
  const document = { revisionsKept };
  const answer = await client.send('PATCH', '/manage/settings/content', { document, headers });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return { server, database };
}
