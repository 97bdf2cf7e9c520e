import { parseConfig } from './config.js';

describe('EVENT_RETENTION_DAYS', () => {
  it('is refused when events are deleted before their last attempt', () => {
    expect(() => parseConfig({ EVENT_RETENTION_DAYS: '2' })).toThrow(
      "EVENT_RETENTION_DAYS must be at least 3, since webhooks are retried for so long (WEBHOOK_RETRY_SCHEDULE, with a spread of 20 %), got '2'.",
    );
  });

  it.each<[string, Readonly<Record<string, string>>]>([
    ['as long as the schedule of retries', { EVENT_RETENTION_DAYS: '3' }],
    ['short with a short schedule', { EVENT_RETENTION_DAYS: '1', WEBHOOK_RETRY_SCHEDULE: '60,600' }],
    ['short without events', { EVENT_RETENTION_DAYS: '1', EVENTS: 'off' }],
  ])('may be %s', (_, variables) => {
    const { events } = parseConfig(variables);

    expect(events.retentionDays).toBe(Number(variables['EVENT_RETENTION_DAYS']));
  });
});
