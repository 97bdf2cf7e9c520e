import { registerConsumer } from '@content-service/events';
import { createStorage } from '../../start/bootstrap/create-storage.js';
import { parseConfig } from '../../platform/config/config.js';

describe('registerConsumer', () => {
  it('makes a consumer known once, and leaves it to any process', async () => {
    const { eventConsumers } = await createStorage(parseConfig({ DATABASE_URL: 'memory:' }));

    await registerConsumer(eventConsumers, 'webhooks', 'api');
    expect(await eventConsumers.list()).toMatchObject([{ name: 'webhooks', position: 0, paused: false }]);
    const first = await eventConsumers.acquire('webhooks', 'worker', 30);
    await registerConsumer(eventConsumers, 'webhooks', 'api');

    expect(first?.position).toBe(0);
    expect(await eventConsumers.list()).toMatchObject([{ name: 'webhooks', holder: 'worker' }]);
  });
});
