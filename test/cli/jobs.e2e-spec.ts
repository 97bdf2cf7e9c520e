import { Workplace } from './workplace.js';

describe('the commands for jobs', () => {
  let workplace: Workplace;
  beforeAll(() => {
    workplace = new Workplace();
  });
  afterAll(() => {
    workplace.remove();
  });

  it('queue a job, once, and cancel it', async () => {
    const job = (await workplace.json('job', 'run', 'index.verify')) as { id: string };

    expect(job).toMatchObject({ kind: 'index.verify', state: 'queued' });
    expect(await workplace.run('job', 'run', 'index.verify')).toMatchObject({
      ...{ code: 1, errors: expect.stringContaining(job.id) },
    });
    expect(await workplace.json('job', 'cancel', job.id)).toMatchObject({ state: 'cancelled' });
  });

  it.each([
    ['cache.purge', 1, 'PURGE_DRIVER'],
    ['model.apply', 2, 'Allowed choices are index.rebuild, index.verify, cache.purge'],
  ])('refuse to run %s', async (kind, code, reason) => {
    expect(await workplace.run('job', 'run', kind)).toMatchObject({
      ...{ code, errors: expect.stringContaining(reason) },
    });
  });
});
