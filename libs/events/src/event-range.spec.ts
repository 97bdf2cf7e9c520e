import { DomainError } from '@content-service/kernel';
import { formatEventCursor } from './event-cursor.js';
import type { EventLog } from './event-log.js';
import { resolveEventRange } from './event-range.js';
import type { LoggedEvent } from './event.js';

const START = Date.parse('2026-01-01T00:00:00Z') / 1000;
const HOUR = 3600;
const HOURS = 24;

/** An event for each hour of a day. */
const EVENTS = Array.from(
  { length: HOURS },
  (_, n) =>
    ({
      id: `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`,
      position: n + 1,
      recordedAt: (START + n * HOUR) * 1e6,
    }) as LoggedEvent,
);

const log = {
  bounds: () => Promise.resolve({ oldest: 1, newest: HOURS, unsequenced: 0 }),
  read: (after: number, limit: number) => Promise.resolve(EVENTS.slice(after, after + limit)),
} as unknown as EventLog;

const atHour = (hour: number): string => new Date((START + hour * HOUR) * 1000).toISOString();
const behindHour = (hour: number): string => formatEventCursor(EVENTS[hour]!);

const resolve = (from: string, until?: string): ReturnType<typeof resolveEventRange> =>
  resolveEventRange(
    log,
    { from, until },
    (pointer, message) => new DomainError('wrong', message, { source: { pointer } }),
  );

describe('resolveEventRange', () => {
  it.each([
    ['from a time to the end', atHour(5), undefined, { after: 5, upTo: HOURS }],
    ['from a time in the future', atHour(99), undefined, { after: HOURS, upTo: HOURS }],
    ['between two times', atHour(5.5), atHour(8.5), { after: 6, upTo: 9 }],
    ['between two cursors', behindHour(4), behindHour(7), { after: 5, upTo: 8 }],
    ['from a cursor until a time', behindHour(4), atHour(8.5), { after: 5, upTo: 9 }],
    ['from a time until a cursor', atHour(5.5), behindHour(7), { after: 6, upTo: 8 }],
  ])('%s', async (_, from, until, expected) => {
    expect(await resolve(from, until)).toMatchObject(expected);
  });

  it('begins ten minutes before a time, since clocks differ, and names the time', async () => {
    const { after, recordedFrom } = await resolve(atHour(5.1));

    expect(EVENTS[after]?.recordedAt).toBe((START + 5 * HOUR) * 1e6);
    expect(recordedFrom).toBe((START + 5.1 * HOUR) * 1e6);
  });

  it.each([
    ['two times', atHour(8), atHour(5)],
    ['two cursors', behindHour(7), behindHour(4)],
    ['a cursor and a time', behindHour(7), atHour(5)],
    ['a time and a cursor', atHour(8), behindHour(4)],
  ])('refuses %s in the wrong order', async (_, from, until) => {
    await expect(resolve(from, until)).rejects.toMatchObject({
      code: 'wrong',
      source: { pointer: '/until' },
    });
  });

  it('accepts a time and a cursor that are closer than clocks differ, whose events are none', async () => {
    const { after, upTo, recordedFrom } = await resolve(atHour(5.1), behindHour(5));

    const found = EVENTS.slice(after, upTo).filter(({ recordedAt }) => recordedAt >= (recordedFrom ?? 0));
    expect(found).toEqual([]);
  });
});
