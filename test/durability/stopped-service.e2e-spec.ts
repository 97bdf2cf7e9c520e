import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { FIRST_CLIENT, startService } from '../support/content-service.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { readText } from '../support/server-process.js';
import { eventually } from '../support/eventually.js';
import { KeepAliveClients } from '../support/keep-alive-clients.js';

describe('a service that receives SIGTERM', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.remove());

  it('answers the running request on a keep-alive connection and exits with 0', async () => {
    const service = await startService(database.url);
    const body = new URLSearchParams({ grant_type: 'client_credentials', ...FIRST_CLIENT }).toString();
    const running = request(`${service.url}/oauth/token`, {
      method: 'POST',
      agent: new Agent({ keepAlive: true }),
      headers: {
        ...{ 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': body.length },
        Expect: '100-continue',
      },
    });
    running.flushHeaders();
    await once(running, 'continue');

    const stopped = service.stop();
    await eventually(async () => !(await takesConnections(service.url)));
    running.end(body);

    const [answer] = (await once(running, 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(200);
    expect(JSON.parse(await readText(answer))).toMatchObject({ token_type: 'Bearer' });
    expect(await stopped).toBe(0);
  });

  it('resets no request of keep-alive connections under load', async () => {
    const service = await startService(database.url);
    const clients = new KeepAliveClients(6, () => `${service.url}/oauth/revoke`);
    await eventually(() => Promise.resolve(clients.answered > 50));

    expect(await service.stop()).toBe(0);

    expect(await clients.stop()).toEqual([]);
  });

  it('says from SIGTERM on that connections end', async () => {
    const service = await startService(database.url, { SHUTDOWN_DELAY_SECONDS: '3' });
    const readConnection = async (): Promise<string | null> =>
      (await fetch(`${service.url}/health/live`)).headers.get('connection');
    expect(await readConnection()).toBe('keep-alive');

    const stopped = service.stop();

    await eventually(async () => (await readConnection()) === 'close');
    expect(await stopped).toBe(0);
  });

  it('is unready and serves requests for SHUTDOWN_DELAY_SECONDS', async () => {
    const service = await startService(database.url, { SHUTDOWN_DELAY_SECONDS: '3' });

    const stopped = service.stop();
    await eventually(async () => (await fetch(`${service.url}/health/ready`)).status === 503);

    expect((await fetch(`${service.url}/.well-known/jwks.json`)).status).toBe(200);
    expect(await stopped).toBe(0);
  });
});

async function takesConnections(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
