import assert from 'node:assert/strict';
import type { AuditEvent, AuditPosition, AuditSelection } from '@content-service/audit';
import type { Storage } from '../storage.js';
import { it } from './runner.js';
import { newId } from './sample.js';

const NOW = 1_700_000_000;

export function audit(storage: () => Storage): void {
  it('gives back events as they were appended', async () => {
    const action = newId();
    const full = event({
      action,
      at: NOW + 1,
      who: { kind: 'user', userId: newId(), clientId: 'client' },
      from: '2001:db8::1',
      subject: { kind: 'client', id: 'Wébsite 😀' },
      details: { scopes: ['member', ''], count: 3, yes: true, text: 'é"\\\n' },
    });
    const bare = event({ action, who: { kind: 'operator' } });

    await storage().audit.append([full, bare]);

    const page = await storage().audit.page({ action }, { limit: 10 });
    assert.deepEqual(page, { events: [full, bare], more: false });
  });

  it('shows the newest first, those of one second by id', async () => {
    const action = newId();
    const [a, b, c] = [newId(), newId(), newId()].sort();
    const times = [NOW, NOW + 1, NOW + 1, NOW - 1].map((at, n) =>
      event({ action, at, id: [b, a, c, newId()][n] }),
    );

    await storage().audit.append(times);

    const { events } = await storage().audit.page({ action }, { limit: 10 });
    assert.deepEqual(events, [times[2], times[1], times[0], times[3]]);
  });

  it('leads from page to page without showing anything twice while others append', async () => {
    const action = newId();
    await storage().audit.append(Array.from({ length: 5 }, (_, n) => event({ action, at: NOW + n })));

    const first = await storage().audit.page({ action }, { limit: 2 });
    await storage().audit.append([event({ action, at: NOW + 9 })]);
    const second = await storage().audit.page({ action }, { limit: 2, before: first.events.at(-1) });
    const third = await storage().audit.page({ action }, { limit: 2, before: second.events.at(-1) });

    assert.deepEqual(timesOf(first.events), [NOW + 4, NOW + 3]);
    assert.deepEqual(timesOf(second.events), [NOW + 2, NOW + 1]);
    assert.deepEqual(timesOf(third.events), [NOW]);
    assert.deepEqual([first.more, second.more, third.more], [true, true, false]);
  });

  it('begins behind an event that is gone', async () => {
    const action = newId();
    const [older, newer] = [event({ action, at: NOW }), event({ action, at: NOW + 10 })];
    await storage().audit.append([older, newer]);
    const between: AuditPosition = { at: NOW + 5, id: newId() };

    const { events } = await storage().audit.page({ action }, { limit: 5, before: between });

    assert.deepEqual(events, [older]);
  });

  it('selects by action, actor, subject and time, all at once', async () => {
    const [userId, clientId, subjectId] = [newId(), newId(), newId()];
    const through = event({ at: NOW, who: { kind: 'user', userId, clientId } });
    const alone = event({ at: NOW + 1, who: { kind: 'client', clientId } });
    const onto = event({
      at: NOW + 2,
      who: { kind: 'user', userId },
      subject: { kind: 'user', id: subjectId },
    });
    await storage().audit.append([through, alone, onto, event({ subject: { kind: 'role', id: subjectId } })]);
    const found = async (selection: AuditSelection): Promise<readonly AuditEvent[]> =>
      (await storage().audit.page(selection, { limit: 10 })).events;

    assert.deepEqual(await found({ actor: userId }), [onto, through]);
    assert.deepEqual(await found({ actor: clientId }), [alone, through]);
    assert.deepEqual(await found({ subject: { kind: 'user', id: subjectId } }), [onto]);
    assert.deepEqual(await found({ actor: userId, since: NOW + 1 }), [onto]);
    assert.deepEqual(await found({ actor: userId, since: NOW, until: NOW + 2 }), [through]);
    assert.deepEqual(await found({ actor: userId, action: through.action }), [through]);
    assert.deepEqual(await found({ actor: userId.toUpperCase() }), []);
  });

  it('leaves an event that is there already as it is', async () => {
    const action = newId();
    const [first, second] = [event({ action }), event({ action, at: NOW + 1 })];
    await storage().audit.append([first]);

    await storage().audit.append([{ ...first, details: { changed: true } }, second]);

    assert.deepEqual((await storage().audit.page({ action }, { limit: 5 })).events, [second, first]);
  });

  it('keeps all events of twenty who append at once', async () => {
    const action = newId();
    const repeated = event({ action });

    await Promise.all(
      Array.from({ length: 20 }, () =>
        storage().audit.append([event({ action }), repeated, event({ action })]),
      ),
    );

    assert.equal((await storage().audit.page({ action }, { limit: 100 })).events.length, 41);
  });

  it('forgets what is older than a moment', async () => {
    const action = newId();
    const [old, kept] = [event({ action, at: NOW - 1000 }), event({ action, at: NOW - 999 })];
    await storage().audit.append([old, kept]);

    await storage().audit.prune(NOW - 999);

    assert.deepEqual((await storage().audit.page({ action }, { limit: 5 })).events, [kept]);
  });
}

function event(rest: Partial<AuditEvent> = {}): AuditEvent {
  return { id: newId(), at: NOW, who: { kind: 'anonymous' }, action: newId(), details: {}, ...rest };
}

function timesOf(events: readonly AuditEvent[]): number[] {
  return events.map(({ at }) => at);
}
