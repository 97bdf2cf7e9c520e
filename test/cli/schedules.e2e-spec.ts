import { Workplace } from './workplace.js';

describe('the commands for schedules', () => {
  let workplace: Workplace;
  beforeAll(() => {
    workplace = new Workplace();
  });
  afterAll(() => {
    workplace.remove();
  });

  it('list the schedules with their next times', async () => {
    const listed = await workplace.run('schedule', 'list');

    expect(listed.code).toBe(0);
    expect(listed.output).toMatch(/^prune-events \(20 2 \* \* \*\): next \S+T02:20:00\S+, no run yet$/m);
    expect(listed.output).toMatch(/^verify-index \(30 4 \* \* SUN\): disabled, no run yet$/m);
    expect(await workplace.json('schedule', 'list')).toContainEqual(
      expect.objectContaining({ name: 'verify-index', enabled: false, nextDueAt: null }),
    );
  });

  it('change when a schedule starts its job', async () => {
    expect(await workplace.json('schedule', 'set', 'verify-index', '--cron', '0 1 * * *')).toMatchObject({
      ...{ cron: '0 1 * * *', enabled: false },
    });
    expect(await workplace.json('schedule', 'set', 'verify-index', '--enable')).toMatchObject({
      ...{ cron: '0 1 * * *', enabled: true, nextDueAt: expect.stringContaining('T01:00:00') },
    });
    expect(await workplace.json('schedule', 'set', 'verify-index', '--disable')).toMatchObject({
      enabled: false,
    });
  });

  it('queue the job of a schedule, once', async () => {
    const job = (await workplace.json('schedule', 'run', 'prune-jobs')) as { id: string };

    expect(await workplace.json('job', 'list')).toMatchObject([
      { id: job.id, kind: 'prune', state: 'queued' },
    ]);
    const again = await workplace.run('schedule', 'run', 'prune-jobs');
    expect(again).toMatchObject({ code: 1, errors: expect.stringContaining(job.id) });
    expect(await workplace.run('schedule', 'list')).toMatchObject({
      output: expect.stringMatching(/^prune-jobs .* unfinished$/m),
    });
  });

  it.each([
    [['set', 'verify-index', '--cron', '61 * * * *'], 1, 'Invalid value for minute'],
    [['set', 'verify-index'], 1, '--cron, --enable or --disable'],
    [['set', 'verify-index', '--enable', '--disable'], 2, 'cannot be used with'],
    [['run', 'nothing'], 1, "There is no schedule 'nothing'. Known: prune-expired,"],
  ])('refuse %j', async (args, code, reason) => {
    const refused = await workplace.run('schedule', ...args);

    expect(refused).toMatchObject({ code, errors: expect.stringContaining(reason) });
  });
});
