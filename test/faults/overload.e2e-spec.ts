import { Agent, get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { createAdministrator, prepareSite } from '../durability/prepared-site.js';
import { runCommand, type Service, startService } from '../support/content-service.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';

const SHED_DELAY_MS = 250;
const FEW_CLIENTS = 8;
const MANY_CLIENTS = 300;
const ROUNDS = 3;
const ROUND_MS = 3000;
const COLLECTION = '/api/node/tally';

describe('load shedding', () => {
  let database: TestDatabase;
  let service: Service;
  beforeAll(async () => {
    database = await createTestDatabase('sqlite');
    await prepareSite(database.url);
    await runCommand(database.url, 'settings', 'set', 'publicAccess', 'true');
    service = await startService(database.url, { SHED_DELAY_MS: String(SHED_DELAY_MS) });
    const administrator = await createAdministrator(service);
    for (let entry = 0; entry < 50; entry++)
      await administrator.create('node--tally', {
        attributes: { title: `Tally ${entry}`, field_notes: NOTES },
      });
  });
  afterAll(async () => {
    await service.stop();
    await database.remove();
  });

  it('refuses no sequential request of a process that gets no processor time for a third of each second', async () => {
    const signals = setInterval(() => void stopFor(SHED_DELAY_MS + 70), 1000);
    const until = performance.now() + 8000;
    const statuses = new Set<number>();
    while (performance.now() < until) statuses.add((await fetch(`${service.url}${COLLECTION}`)).status);
    clearInterval(signals);
    await wait(1000);

    expect([...statuses]).toEqual([200]);
  });

  async function stopFor(milliseconds: number): Promise<void> {
    process.kill(service.pid, 'SIGSTOP');
    await wait(milliseconds);
    process.kill(service.pid, 'SIGCONT');
  }

  it(`answers at least 80 % as much for ${MANY_CLIENTS} clients as for ${FEW_CLIENTS}`, async () => {
    const answered = { few: 0, many: 0 };
    // In turns, since the speed of the machine changes.
    for (let round = 0; round < ROUNDS; round++) {
      answered.few += await countAnswers(FEW_CLIENTS);
      answered.many += await countAnswers(MANY_CLIENTS);
    }

    expect(answered.many).toBeGreaterThanOrEqual(0.8 * answered.few);
  });

  /** Sends requests of so many clients for `ROUND_MS`; a refused one waits as long as it is told. @returns the answers with 200 */
  async function countAnswers(clients: number): Promise<number> {
    const agent = new Agent({ keepAlive: true, maxSockets: clients });
    const until = performance.now() + ROUND_MS;
    let answers = 0;
    const run = async (): Promise<void> => {
      while (performance.now() < until) {
        const { status, retryAfter } = await read(agent);
        if (status === 200 && performance.now() < until) answers += 1;
        await wait(Math.min(1000 * retryAfter, Math.max(0, until - performance.now())));
      }
    };
    await Promise.all(Array.from({ length: clients }, run));
    agent.destroy();
    return answers;
  }

  function read(agent: Agent): Promise<{ readonly status: number | undefined; readonly retryAfter: number }> {
    return new Promise((resolve, reject) => {
      get(`${service.url}${COLLECTION}`, { agent }, (response) => {
        const { statusCode: status, headers } = response;
        response.resume().on('end', () => {
          resolve({ status, retryAfter: Number(headers['retry-after'] ?? 0) });
        });
      }).on('error', reject);
    });
  }
});

const NOTES = Array.from({ length: 20 }, (_, note) => `Note ${note}`);
