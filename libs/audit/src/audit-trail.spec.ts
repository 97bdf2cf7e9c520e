import { IdGenerator, TurnedClock } from '@content-service/kernel';
import { AuditLog, type AuditPage, type AuditSelection, type AuditWindow } from './audit-log.js';
import type { AuditEvent } from './audit-event.js';
import { AuditTrail } from './audit-trail.js';
import { InvalidCursor } from './audit.errors.js';

/** One event a second, so the order of ids does not matter. */
class Shelf extends AuditLog {
  readonly events: AuditEvent[] = [];

  override async append(events: readonly AuditEvent[]): Promise<void> {
    this.events.push(...events);
  }

  override async page(_: AuditSelection, { before, limit }: AuditWindow): Promise<AuditPage> {
    const events = this.events.filter(({ at }) => before === undefined || at < before.at).reverse();
    return { events: events.slice(0, limit), more: events.length > limit };
  }

  override async prune(): Promise<void> {
    this.events.length = 0;
  }
}

class Counter extends IdGenerator {
  private count = 0;

  override next(): string {
    this.count += 1;
    return `00000000-0000-7000-8000-00000000000${this.count}`;
  }
}

let shelf: Shelf;
let clock: TurnedClock;
let trail: AuditTrail;
beforeEach(() => {
  shelf = new Shelf();
  clock = new TurnedClock(1_700_000_000);
  trail = new AuditTrail(shelf, new Counter(), clock);
});

describe('AuditTrail.record', () => {
  it('notes who did what to whom, when and from where', async () => {
    const who = { kind: 'user', userId: 'u1', clientId: 'app', scopes: 'not for the log' } as const;

    await trail.record('user.created', { who, from: '203.0.113.7' }, 'u2', { name: 'Bob', role: 'member' });

    expect(shelf.events).toStrictEqual([
      {
        id: '00000000-0000-7000-8000-000000000001',
        at: 1_700_000_000,
        who: { kind: 'user', userId: 'u1', clientId: 'app' },
        from: '203.0.113.7',
        action: 'user.created',
        subject: { kind: 'user', id: 'u2' },
        details: { name: 'Bob', role: 'member' },
      },
    ]);
  });

  it('keeps only the details that the action names', async () => {
    const client = { label: 'Shop', scopes: ['member'], secret: 'hush' };

    await trail.record('client.created', { who: { kind: 'operator' } }, undefined, client);

    expect(shelf.events[0]?.details).toEqual({ label: 'Shop', scopes: ['member'] });
  });
});

describe('AuditTrail.page', () => {
  it('leads from the newest event to the oldest', async () => {
    for (const id of ['first', 'second', 'third']) {
      await trail.record('key.rotated', { who: { kind: 'operator' } }, id, {});
      clock.turn(1);
    }

    const newest = await trail.page({}, 2);
    const oldest = await trail.page({}, 2, newest.next);

    expect(newest.events.map(({ subject }) => subject?.id)).toEqual(['third', 'second']);
    expect(oldest.events.map(({ subject }) => subject?.id)).toEqual(['first']);
    expect(oldest.next).toBeUndefined();
  });

  it.each(['', '1700000000', '1700000000.x', 'x.00000000-0000-7000-8000-000000000001'])(
    'refuses the cursor %j',
    async (cursor) => {
      await expect(trail.page({}, 2, cursor)).rejects.toThrow(InvalidCursor);
    },
  );
});
