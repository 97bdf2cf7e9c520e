import { registerConsumer } from '@content-service/events';
import { MemoryRecordStore, RecordStorage } from '@content-service/storage-records';

describe('registerConsumer', () => {
  it('makes a consumer known once, and leaves it to any process', async () => {
    const { eventConsumers } = new RecordStorage(new MemoryRecordStore());

    await registerConsumer(eventConsumers, 'webhooks', 'api');
    expect(await eventConsumers.list()).toMatchObject([{ name: 'webhooks', position: 0, paused: false }]);
    const first = await eventConsumers.acquire('webhooks', 'worker', 30);
    await registerConsumer(eventConsumers, 'webhooks', 'api');

    expect(first?.position).toBe(0);
    expect(await eventConsumers.list()).toMatchObject([{ name: 'webhooks', holder: 'worker' }]);
  });
});
