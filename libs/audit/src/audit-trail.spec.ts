import { IdGenerator, FakeClock } from '@content-service/kernel';
import { AuditLog, type AuditPage, type AuditFilter, type AuditWindow } from './audit-log.js';
import type { AuditAction } from './audit-action.js';
import { AuditForwarder } from './audit-forwarder.js';
import type { AuditEvent } from './audit-event.js';
import { AuditTrail } from './audit-trail.js';
import { InvalidCursor } from './audit.errors.js';

/** For one event per second; does not order by id. */
class InMemoryAuditLog extends AuditLog {
  readonly events: AuditEvent[] = [];

  override async append(events: readonly AuditEvent[]): Promise<void> {
    this.events.push(...events);
  }

  override async page(_: AuditFilter, { before, limit }: AuditWindow): Promise<AuditPage> {
    const events = this.events
      .filter(({ occurredAt: at }) => before === undefined || at < before.occurredAt)
      .reverse();
    return { events: events.slice(0, limit), more: events.length > limit };
  }

  override async prune(): Promise<number> {
    return this.events.splice(0).length;
  }
}

class SequentialIdGenerator extends IdGenerator {
  private count = 0;

  override next(): string {
    this.count += 1;
    return `00000000-0000-7000-8000-00000000000${this.count}`;
  }
}

class RecordingForwarder extends AuditForwarder {
  readonly omitted: AuditAction[] = [];

  override forward = (): void => undefined;
  override forwardUnstored = (): void => undefined;
  override countOmitted = (action: AuditAction): void => {
    this.omitted.push(action);
  };
}

let log: InMemoryAuditLog;
let forwarder: RecordingForwarder;
let clock: FakeClock;
let trail: AuditTrail;
beforeEach(() => {
  log = new InMemoryAuditLog();
  clock = new FakeClock(1_700_000_000);
  forwarder = new RecordingForwarder();
  trail = new AuditTrail(log, new SequentialIdGenerator(), clock, forwarder);
});

describe('AuditTrail.record', () => {
  it('appends an event with actor, IP address, action, subject, time and details', async () => {
    const actor = { kind: 'user', userId: 'u1', clientId: 'app', scopes: 'not for the log' } as const;

    await trail.record('user.created', { actor, ipAddress: '203.0.113.7' }, 'u2', {
      name: 'Bob',
      role: 'member',
    });

    expect(log.events).toStrictEqual([
      {
        id: '00000000-0000-7000-8000-000000000001',
        occurredAt: 1_700_000_000,
        actor: { kind: 'user', userId: 'u1', clientId: 'app' },
        ipAddress: '203.0.113.7',
        action: 'user.created',
        subject: { kind: 'user', id: 'u2' },
        details: { name: 'Bob', role: 'member' },
      },
    ]);
  });

  it('omits details that the action does not declare', async () => {
    const client = { label: 'Shop', scopes: ['member'], secret: 'hush' };

    await trail.record('client.created', { actor: { kind: 'operator' } }, undefined, client);

    expect(log.events[0]?.details).toEqual({ label: 'Shop', scopes: ['member'] });
  });
});

describe('AuditTrail.record of anonymous actors', () => {
  const fail = async (times: number, subject?: string): Promise<void> => {
    const context = { actor: { kind: 'anonymous' }, ipAddress: '203.0.113.7' } as const;
    for (let n = 0; n < times; n++)
      await trail.record('login.failed', context, subject, { reason: 'unknown name' });
  };

  it('leaves out events above 60 in a minute about no subject, and counts them', async () => {
    await fail(100);

    expect([log.events.length, forwarder.omitted]).toEqual([60, Array(40).fill('login.failed')]);
    clock.advance(60);
    await fail(1);
    expect(log.events).toHaveLength(61);
  });

  it('bounds each subject separately, and no authenticated actor', async () => {
    await fail(100);
    await fail(1, 'u1');
    for (let n = 0; n < 100; n++) await trail.record('key.rotated', { actor: { kind: 'operator' } }, 'k', {});

    expect(log.events).toHaveLength(161);
  });
});

describe('AuditTrail.getPage', () => {
  it('pages from the newest event to the oldest', async () => {
    for (const id of ['first', 'second', 'third']) {
      await trail.record('key.rotated', { actor: { kind: 'operator' } }, id, {});
      clock.advance(1);
    }

    const newest = await trail.getPage({}, 2);
    const oldest = await trail.getPage({}, 2, newest.next);

    expect(newest.events.map(({ subject }) => subject?.id)).toEqual(['third', 'second']);
    expect(oldest.events.map(({ subject }) => subject?.id)).toEqual(['first']);
    expect(oldest.next).toBeUndefined();
  });

  it.each(['', '1700000000', '1700000000.x', 'x.00000000-0000-7000-8000-000000000001'])(
    'refuses the cursor %j',
    async (cursor) => {
      await expect(trail.getPage({}, 2, cursor)).rejects.toThrow(InvalidCursor);
    },
  );
});
