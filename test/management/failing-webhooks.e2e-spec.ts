import { jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { Metrics } from '@content-service/app';
import { eventually } from '../support/eventually.js';
import { WebhookSite } from '../support/webhook-site.js';

/** Longer than a circuit is open at first, and than the first retries. */
const LATER_SECONDS = 600;

describe('a webhook whose receiver fails', () => {
  let webhooks: WebhookSite;
  beforeAll(async () => {
    webhooks = await WebhookSite.start();
  });
  afterAll(() => webhooks.stop());

  it('has a warning in the log when it is not called any more, and when it is again, and counts dead deliveries', async () => {
    const { site, receiver } = webhooks;
    const warn = jest.spyOn(Logger.prototype, 'warn');
    const readWarnings = (): readonly string[] =>
      warn.mock.calls.map(([line]) => String(line)).filter((line) => line.startsWith('The webhook '));
    receiver.status = 500;
    const { id } = await webhooks.create({ label: 'Shop', visibility: 'content', ordering: 'none' });

    for (let n = 0; n < 12; n += 1) await site.app.site.article();
    await eventually(() => Promise.resolve(readWarnings().length > 0));
    receiver.status = 204;
    site.app.clock.advance(LATER_SECONDS);
    await eventually(() => Promise.resolve(readWarnings().length > 1));

    const [opened, closed] = readWarnings();
    warn.mockRestore();
    expect(opened).toMatch(
      new RegExp(
        `^The webhook ${id} \\(Shop\\) is not called for the time being, except to probe it: \\d+ failures in a row, the last answer was 500\\.$`,
      ),
    );
    expect(closed).toBe(`The webhook ${id} (Shop) is called again, the last answer was 204.`);
    const { values } = await site.app.nest.get(Metrics).webhookDeadDeliveries.get();
    expect(values).toEqual([{ labels: { webhook: id }, value: 0 }]);

    receiver.status = 410;
    await site.app.site.article();
    await eventually(async () => {
      const dead = await site.app.nest.get(Metrics).webhookDeadDeliveries.get();
      return (dead.values[0]?.value ?? 0) > 0;
    });
  });
});
