import assert from 'node:assert/strict';
import type { AuditEvent, AuditPosition, AuditFilter } from '@content-service/audit';
import { VersionConflict } from '@content-service/entries';
import type { Storage } from '../storage.js';
import { assertPrunesInBatches, MANY } from './pruning.js';
import { it } from './runner.js';
import { createSampleEntry, editSample, insert, newId, update } from './sample.js';

const NOW = 1_700_000_000;

export function audit(storage: () => Storage): void {
  it('returns events as they were appended', async () => {
    const action = newId();
    const full = event({
      action,
      occurredAt: NOW + 1,
      actor: { kind: 'user', userId: newId(), clientId: 'client' },
      ipAddress: '2001:db8::1',
      subject: { kind: 'client', id: 'Wébsite 😀' },
      details: { scopes: ['member', ''], count: 3, yes: true, text: 'é"\\\n' },
    });
    const bare = event({ action, actor: { kind: 'operator' } });

    await storage().audit.append([full, bare]);

    const page = await storage().audit.page({ action }, { limit: 10 });
    assert.deepEqual(page, { events: [full, bare], more: false });
  });

  it('returns the newest events first, those of the same second by id', async () => {
    const action = newId();
    const [a, b, c] = [newId(), newId(), newId()].sort();
    const times = [NOW, NOW + 1, NOW + 1, NOW - 1].map((at, n) =>
      event({ action, occurredAt: at, id: [b, a, c, newId()][n] }),
    );

    await storage().audit.append(times);

    const { events } = await storage().audit.page({ action }, { limit: 10 });
    assert.deepEqual(events, [times[2], times[1], times[0], times[3]]);
  });

  it('repeats no event on the next page while events are appended', async () => {
    const action = newId();
    await storage().audit.append(Array.from({ length: 5 }, (_, n) => event({ action, occurredAt: NOW + n })));

    const first = await storage().audit.page({ action }, { limit: 2 });
    await storage().audit.append([event({ action, occurredAt: NOW + 9 })]);
    const second = await storage().audit.page({ action }, { limit: 2, before: first.events.at(-1) });
    const third = await storage().audit.page({ action }, { limit: 2, before: second.events.at(-1) });

    assert.deepEqual(getTimes(first.events), [NOW + 4, NOW + 3]);
    assert.deepEqual(getTimes(second.events), [NOW + 2, NOW + 1]);
    assert.deepEqual(getTimes(third.events), [NOW]);
    assert.deepEqual([first.more, second.more, third.more], [true, true, false]);
  });

  it('continues behind an event that was deleted', async () => {
    const action = newId();
    const [older, newer] = [event({ action, occurredAt: NOW }), event({ action, occurredAt: NOW + 10 })];
    await storage().audit.append([older, newer]);
    const between: AuditPosition = { occurredAt: NOW + 5, id: newId() };

    const { events } = await storage().audit.page({ action }, { limit: 5, before: between });

    assert.deepEqual(events, [older]);
  });

  it('selects by action, actor, subject and time, alone and combined', async () => {
    const [userId, clientId, subjectId] = [newId(), newId(), newId()];
    const through = event({ occurredAt: NOW, actor: { kind: 'user', userId, clientId } });
    const alone = event({ occurredAt: NOW + 1, actor: { kind: 'client', clientId } });
    const onto = event({
      occurredAt: NOW + 2,
      actor: { kind: 'user', userId },
      subject: { kind: 'user', id: subjectId },
    });
    await storage().audit.append([through, alone, onto, event({ subject: { kind: 'role', id: subjectId } })]);
    const found = async (selection: AuditFilter): Promise<readonly AuditEvent[]> =>
      (await storage().audit.page(selection, { limit: 10 })).events;

    assert.deepEqual(await found({ actor: userId }), [onto, through]);
    assert.deepEqual(await found({ actor: clientId }), [alone, through]);
    assert.deepEqual(await found({ subject: { kind: 'user', id: subjectId } }), [onto]);
    assert.deepEqual(await found({ actor: userId, since: NOW + 1 }), [onto]);
    assert.deepEqual(await found({ actor: userId, since: NOW, until: NOW + 2 }), [through]);
    assert.deepEqual(await found({ actor: userId, action: through.action }), [through]);
    assert.deepEqual(await found({ actor: userId, exceptAction: through.action }), [onto]);
    assert.deepEqual(await found({ actor: userId, exceptAction: newId() }), [onto, through]);
    assert.deepEqual(await found({ actor: userId.toUpperCase() }), []);
  });

  it('does not change an event that is stored already', async () => {
    const action = newId();
    const [first, second] = [event({ action }), event({ action, occurredAt: NOW + 1 })];
    await storage().audit.append([first]);

    await storage().audit.append([{ ...first, details: { changed: true } }, second]);

    assert.deepEqual((await storage().audit.page({ action }, { limit: 5 })).events, [second, first]);
  });

  it('keeps the events of twenty parallel appends', async () => {
    const action = newId();
    const repeated = event({ action });

    await Promise.all(
      Array.from({ length: 20 }, () =>
        storage().audit.append([event({ action }), repeated, event({ action })]),
      ),
    );

    assert.equal((await storage().audit.page({ action }, { limit: 100 })).events.length, 41);
  });

  it('deletes events older than the given time, of one action or of all', async () => {
    const action = newId();
    const [old, kept] = [event({ action, occurredAt: NOW - 1000 }), event({ action, occurredAt: NOW - 999 })];
    await storage().audit.append([old, kept]);

    await storage().audit.prune(NOW - 999, MANY, newId());
    assert.deepEqual((await storage().audit.page({ action }, { limit: 5 })).events, [kept, old]);
    await storage().audit.prune(NOW - 999, MANY, action);
    assert.deepEqual((await storage().audit.page({ action }, { limit: 5 })).events, [kept]);

    await storage().audit.prune(NOW - 998, MANY);

    assert.deepEqual((await storage().audit.page({ action }, { limit: 5 })).events, []);
  });

  it('deletes as many events at once as it is told, of one action or of all', async () => {
    for (const action of [newId(), undefined])
      await assertPrunesInBatches(
        (limit) => storage().audit.prune(NOW - 999, limit, action),
        async () => {
          const old = event({ action: action ?? newId(), occurredAt: NOW - 1000 });
          await storage().audit.append([old]);
          return async () =>
            (await storage().audit.page({ action: old.action }, { limit: 9 })).events.some(
              ({ id }) => id === old.id,
            );
        },
      );
  });
}

/** Audit events that are stored in the transaction of the entries they are about. */
export function entryAudit(storage: () => Storage): void {
  it('stores events together with the changes of entries', async () => {
    const action = newId();
    const events = Array.from({ length: 30 }, (_, n) => event({ action, occurredAt: NOW - n }));
    const entry = createSampleEntry('node--article');

    await storage().entries.apply([insert(entry)], { audit: events });

    assert.deepEqual((await storage().audit.page({ action }, { limit: 50 })).events, events);
    assert.equal((await storage().entries.findStatuses([entry.id])).size, 1);
  });

  it('stores no event of changes that are refused', async () => {
    const action = newId();
    const changes = [update(editSample(createSampleEntry('node--article'), {}))];

    await assert.rejects(storage().entries.apply(changes, { audit: [event({ action })] }), VersionConflict);

    assert.deepEqual((await storage().audit.page({ action }, { limit: 5 })).events, []);
  });
}

function event(rest: Partial<AuditEvent> = {}): AuditEvent {
  return {
    id: newId(),
    occurredAt: NOW,
    actor: { kind: 'anonymous' },
    action: newId(),
    details: {},
    ...rest,
  };
}

function getTimes(events: readonly AuditEvent[]): number[] {
  return events.map(({ occurredAt: at }) => at);
}
