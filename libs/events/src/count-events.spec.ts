import { countEvents } from './count-events.js';
import type { EventLog } from './event-log.js';
import type { LoggedEvent, Position } from './event.js';

describe('countEvents', () => {
  /** A log whose every second event is selected. */
  const read = (after: Position, limit: number, { upTo = 0 } = {}): Promise<readonly LoggedEvent[]> => {
    const positions = Array.from({ length: Math.min(upTo - after, limit) }, (_, n) => after + n + 1);
    const even = positions.filter((position) => position % 2 === 0);
    return Promise.resolve(even.map((position) => ({ position, recordedAt: position }) as LoggedEvent));
  };
  const log = { read } as Pick<EventLog, 'read'> as EventLog;
  const countAll = (events: readonly LoggedEvent[]): number => events.length;

  it.each([
    ['a part of the log', { after: 10, upTo: 2510 }, { minimum: 1250, maximum: 1250 }],
    ['nothing', { after: 10, upTo: 10 }, { minimum: 0, maximum: 0 }],
    ['a time', { after: 0, upTo: 100, recordedFrom: 10, recordedBefore: 20 }, { minimum: 5, maximum: 5 }],
    [
      'a part too large to be looked through',
      { after: 0, upTo: 50_000 },
      { minimum: 10_000, maximum: 40_000 },
    ],
  ])('of %s', async (_, range, count) => {
    expect(await countEvents(log, range, {}, countAll)).toEqual(count);
  });
});
