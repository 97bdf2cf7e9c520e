import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FIRST_CLIENT, type Service, startService } from '../support/content-service.js';
import { type TestDatabase, createTestDatabase } from '../support/database.js';

const QUOTA = 40;
/** A twentieth of the quota, which a process reserves at a time and may leave unused. */
const BLOCK = 2;

describe('RATE_LIMIT_STORE=database with two processes', () => {
  let database: TestDatabase;
  let services: readonly Service[];
  beforeAll(async () => {
    database = await createTestDatabase();
    const variables = {
      RATE_LIMIT_STORE: 'database',
      INITIAL_RATE_LIMITS: JSON.stringify({ client: { quota: QUOTA, windowSeconds: 3600 } }),
    };
    const BASE_URL = 'http://127.0.0.1:1';
    const first = await startService(database.url, { ...variables, BASE_URL });
    services = [first, await startService(database.url, { ...variables, BASE_URL })];
  });
  afterAll(async () => {
    for (const service of services) await service.stop();
    await database.remove();
  });

  it('admits at most the quota together, and at least the quota less one block', async () => {
    const [{ url }] = services as readonly [Service, Service];
    const body = new URLSearchParams({ grant_type: 'client_credentials', ...FIRST_CLIENT });
    const answer = await fetch(`${url}/oauth/token`, { method: 'POST', body });
    const { access_token } = (await answer.json()) as { access_token: string };
    const headers = { Authorization: `Bearer ${access_token}` };

    const statuses: number[] = [];
    for (let round = 0; round < QUOTA; round++)
      for (const service of services)
        statuses.push((await fetch(`${service.url}/api/node/article`, { headers })).status);

    const admitted = statuses.filter((status) => status === 200).length;
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect(admitted).toBeLessThanOrEqual(QUOTA);
    expect(admitted).toBeGreaterThanOrEqual(QUOTA - BLOCK);
  });
});
