import { createAdministrator } from '../durability/prepared-site.js';
import { startService } from '../support/content-service.js';
import { createTestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';

/** A process beside the service answers it, so that it is in flight for a while. */
const HEAVY =
  '/api/user/user?filter[name][operator]=CONTAINS&filter[name][path]=display_name&filter[name][value]=x';

describe('the request log', () => {
  it('has a line for a request that is refused by load shedding', async () => {
    const database = await createTestDatabase('sqlite');
    const service = await startService(database.url, { MAX_IN_FLIGHT: '1', LOG_LEVEL: 'info' });
    const administrator = await createAdministrator(service);
    const headers = { 'X-Request-Id': 'refused-request' };
    const send = async (): Promise<number> => (await administrator.send('GET', HEAVY, { headers })).status;

    // One of many requests at the same time is refused.
    await eventually(async () => (await Promise.all(Array.from({ length: 20 }, send))).includes(503));
    await service.stop();
    await database.remove();

    const line = (await service.output).split('\n').find((text) => /refused-request.*Overloaded/.test(text));
    expect(JSON.parse(line ?? '{}')).toMatchObject({ msg: 'request', status: 503, route: '(none)' });
  });
});
