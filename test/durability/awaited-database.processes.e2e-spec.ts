import { COMMAND, runToEnd, toEnvironment } from '../support/content-service.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { startServer } from '../support/server-process.js';
import { TcpProxy } from '../support/tcp-proxy.js';

const LOGGED = { LOG_LEVEL: 'info' };

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

  it('is alive and not ready, logs each attempt, and serves once the server answers', async () => {
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
    await eventually(async () => (await readStatus('/health/ready').catch(() => 0)) === 200, 60_000);
    expect(await service.stop()).toBe(0);
    await proxy.cut();

    const lines = (await service.output).split('\n').filter((line) => line.includes('cannot be opened'));
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual(
      lines.map(() => ({
        level: 40,
        time: expect.any(String) as string,
        context: 'serve',
        pauseMs: expect.any(Number) as number,
        msg: expect.stringMatching(
          /^The database of DATABASE_URL cannot be opened: .*ECONNREFUSED/,
        ) as string,
      })),
    );
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
