import { readFileSync } from 'node:fs';
import { Workplace } from './workplace.js';

let workplace: Workplace;
beforeEach(() => {
  workplace = new Workplace();
});
afterEach(() => {
  workplace.remove();
});

describe('content-service audit export', () => {
  it('writes the events that the options select, one JSON object a line', async () => {
    await workplace.run('create-client', '--label', 'Shop', '--scopes', 'member');
    await workplace.run('create-client', '--label', 'Bar', '--scopes', 'member');
    await workplace.run('settings', 'set', 'publicAccess', 'true');

    const { code, output } = await workplace.run('audit', 'export', '--action', 'client.created');

    const events = output
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(code).toBe(0);
    expect(events).toHaveLength(2);
    expect(events).toContainEqual(
      expect.objectContaining({ action: 'client.created', details: { label: 'Bar', scopes: ['member'] } }),
    );
  });

  it('writes into a file', async () => {
    await workplace.run('settings', 'set', 'publicAccess', 'true');

    const { code, output } = await workplace.run('audit', 'export', workplace.path('audit.ndjson'));

    expect([code, output]).toEqual([0, '']);
    expect(readFileSync(workplace.path('audit.ndjson'), 'utf8')).toContain('"action":"setting.changed"');
  });

  it('refuses a time that is none', async () => {
    const { code, errors } = await workplace.run('audit', 'export', '--since', 'yesterday');

    expect([code, errors]).toEqual([
      1,
      "content-service: --since must be a time such as 2024-01-31T12:00:00Z, got 'yesterday'.\n",
    ]);
  });
});
