import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { FIRST_CLIENT, type Service, startService } from '../support/content-service.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import type { Variables } from '../support/server-process.js';

const FAULTS = fileURLToPath(new URL('uncaught-errors.mjs', import.meta.url));
const BODY = new URLSearchParams({ grant_type: 'client_credentials', ...FIRST_CLIENT }).toString();

describe('an error that no code of the service catches', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.remove());

  const start = (variables: Variables = {}): Promise<Service> =>
    startService(database.url, { LOG_LEVEL: 'fatal', ...variables }, { node: ['--import', FAULTS] });

  it.each([
    ['SIGUSR2', 'uncaughtException', 'An error of a test.'],
    ['SIGWINCH', 'unhandledRejection', 'A rejection of a test.'],
  ])('%s: is logged as fatal %s, and the process exits with 1', async (signal, origin, message) => {
    const service = await start();

    process.kill(service.pid, signal);

    expect(await service.exitCode).toBe(1);
    // The first start also writes the credentials of the administrator.
    const lines = (await service.output).split('\n').filter((line) => line.startsWith('{'));
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      level: 60,
      time: expect.any(String),
      context: 'serve',
      origin,
      error: { type: 'Error', message, stack: expect.stringContaining('uncaught-errors.mjs') },
      msg: 'An error was not caught.',
    });
  });

  it('lets the running request finish before the process exits', async () => {
    const service = await start();
    const running = await beginTokenRequest(service);

    process.kill(service.pid, 'SIGUSR2');
    running.end(BODY);

    const [answer] = (await once(running, 'response')) as [IncomingMessage];
    answer.resume();
    expect(answer.statusCode).toBe(200);
    expect(await service.exitCode).toBe(1);
  });

  it('ends the process after SHUTDOWN_TIMEOUT_SECONDS although a request does not finish', async () => {
    const service = await start({ SHUTDOWN_TIMEOUT_SECONDS: '1' });
    const running = await beginTokenRequest(service);
    const cut = once(running, 'error');

    process.kill(service.pid, 'SIGUSR2');

    expect(await service.exitCode).toBe(1);
    await cut;
  });
});

/** Sends the head of a token request, without its body. */
async function beginTokenRequest({ url }: Service): Promise<ClientRequest> {
  const running = request(`${url}/oauth/token`, {
    method: 'POST',
    headers: {
      ...{ 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': BODY.length },
      Expect: '100-continue',
    },
  });
  running.flushHeaders();
  await once(running, 'continue');
  return running;
}
