import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { FIRST_CLIENT, startService } from '../support/content-service.js';
import { testDatabase, type TestDatabase } from '../support/database.js';
import { textOf } from '../support/server-process.js';
import { eventually } from '../support/eventually.js';

describe('a service that is told to stop', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  }, 300_000);
  afterAll(() => database.remove());

  it('answers the request that runs, on a connection to be kept alive, and ends in order', async () => {
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
    expect(JSON.parse(await textOf(answer))).toMatchObject({ token_type: 'Bearer' });
    expect(await stopped).toBe(0);
  }, 300_000);
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
