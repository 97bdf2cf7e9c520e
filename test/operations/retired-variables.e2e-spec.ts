import { startService } from '../support/content-service.js';
import { createTestDatabase } from '../support/database.js';

describe('a variable that the service no longer reads', () => {
  it('is named in the log of a service that starts with it', async () => {
    const database = await createTestDatabase('sqlite');

    const service = await startService(database.url, { LOG_LEVEL: 'warn', JOB_LEASE_SECONDS: '60' });
    await service.stop();
    await database.remove();

    const lines = (await service.output).split('\n').filter((line) => line.includes('no longer read'));
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({
        level: 40,
        msg: 'JOB_LEASE_SECONDS is no longer read and can be removed: its value is fixed at 30 seconds.',
      }),
    ]);
  });
});
