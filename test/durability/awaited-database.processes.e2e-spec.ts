import { setTimeout as wait } from 'node:timers/promises';
import { COMMAND, runToEnd, toEnvironment } from '../support/content-service.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { startServer } from '../support/server-process.js';
import { TcpProxy } from '../support/tcp-proxy.js';

const LOGGED = { LOG_LEVEL: 'info' };

/** Lines other than those of requests, and above `info`. */
function expectOneOutage(output: string): void {
  const lines = output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { level: number; msg: string });
  const warnings = lines.filter(({ level, msg }) => level > 30 && msg !== 'request');
  // A minute passes on a very busy machine only.
  expect(warnings.filter(({ msg }) => !msg.startsWith('The database has not answered for'))).toEqual([
    {
      ...{ level: 40, time: expect.any(String) as string, context: 'Database' },
      msg: expect.stringMatching(/^The database does not answer: .*(ECONNREFUSED|ECONNRESET|lost)/) as string,
    },
    {
      ...{ level: 40, time: expect.any(String) as string, context: 'Database' },
      msg: expect.stringMatching(/^The database answers again after \d+ s\.$/) as string,
    },
  ]);
}

describe('a service whose database server is not there yet', () => {
  let database: TestDatabase;
  let proxy: TcpProxy;
  beforeAll(async () => {
    database = await createTestDatabase();
    proxy = await TcpProxy.start(database.url);
    await proxy.cut();
  });
  afterAll(async () => {
    await proxy.cut();
    await database.remove();
  });

  it('is alive and not ready, logs the outage once, and serves once the server answers', async () => {
    const service = await startServer(
      [COMMAND, 'serve'],
      { ...toEnvironment(proxy.url), ...LOGGED },
      '/health/live',
    );
    const readStatus = async (path: string): Promise<number> => (await fetch(service.url + path)).status;

    const waiting = await fetch(`${service.url}/health/ready`);
    expect(waiting.status).toBe(503);
    expect(waiting.headers.get('Retry-After')).toBe('5');
    expect(await waiting.json()).toMatchObject({ error: { storage: { status: 'down' } } });
    expect(await readStatus('/api')).toBe(503);

    await proxy.listen();
    await eventually(async () => (await readStatus('/health/ready').catch(() => 0)) === 200);
    expect(await service.stop()).toBe(0);
    await proxy.cut();

    expectOneOutage(await service.output);
  });

  it('logs an outage of a service as one line with its cause, and one at its end', async () => {
    await proxy.listen();
    const service = await startServer(
      [COMMAND, 'serve'],
      { ...toEnvironment(proxy.url), ...LOGGED },
      '/health/ready',
    );
    const isReady = async (): Promise<boolean> => (await fetch(`${service.url}/health/ready`)).status === 200;

    await proxy.cut();
    await eventually(async () => !(await isReady()));
    // Several polls of every part of the service.
    await wait(5000);
    await proxy.listen();
    await eventually(isReady);
    await eventually(async () => (await fetch(`${service.url}/health/live`)).ok);
    expect(await service.stop()).toBe(0);
    await proxy.cut();

    expectOneOutage(await service.output);
  });

  it.each(['serve', 'migrate'])('ends %s with one sentence after DATABASE_WAIT_SECONDS', async (command) => {
    const variables = { DATABASE_WAIT_SECONDS: '1', LOG_LEVEL: 'silent' };

    const { code, output, errors } = await runToEnd(proxy.url, variables, command);

    expect({ code, output }).toEqual({ code: 1, output: '' });
    expect(errors.trimEnd().split('\n').at(-1)).toMatch(
      /^content-service: The database of DATABASE_URL cannot be opened: .*ECONNREFUSED [\d.:]+$/,
    );
  });
});
