import { once } from 'node:events';
import { connect } from 'node:net';
import { startService } from '../support/content-service.js';
import { createTestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';

/** A request that stays in flight, since the rest of its body does not arrive. */
const UNFINISHED =
  'POST /oauth/token HTTP/1.1\r\nHost: a\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 900\r\n\r\na=';

describe('the request log', () => {
  it('has a line for a request that is refused by load shedding', async () => {
    const database = await createTestDatabase('sqlite');
    const service = await startService(database.url, { MAX_IN_FLIGHT: '1', LOG_LEVEL: 'info' });
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write(UNFINISHED);

    const send = () => fetch(`${service.url}/api`, { headers: { 'X-Request-Id': 'refused-request' } });
    await eventually(async () => (await send()).status === 503);
    socket.destroy();
    await service.stop();
    await database.remove();

    const line = (await service.output).split('\n').find((text) => /refused-request.*Overloaded/.test(text));
    expect(JSON.parse(line ?? '{}')).toMatchObject({ msg: 'request', status: 503, route: '(none)' });
  });
});
