import { jest } from '@jest/globals';
import { sha256, FakeClock, UuidV7Generator } from '@content-service/kernel';
import { createDelivery } from '@content-service/webhooks';
import { createStorage } from '../app.module.js';
import { parseConfig } from '../config/config.js';
import { writeEvents } from '../events/write-events.fixture.js';
import { ExpiredDataCleanup } from './expired-data-cleanup.js';

const DAY = 86_400;
const ids = new UuidV7Generator();

describe('ExpiredDataCleanup', () => {
  it('runs in one of several processes every five minutes', async () => {
    const clock = new FakeClock();
    const storage = await createStorage(parseConfig({ DATABASE_URL: 'memory:' }));
    const processes = [0, 1, 2].map(() => new ExpiredDataCleanup(storage, clock, 365));
    const runAll = async (): Promise<number> =>
      (await Promise.all(processes.map((process) => process.pruneOnce()))).filter(Boolean).length;

    expect([await runAll(), await runAll()]).toEqual([1, 0]);
    clock.advance(300);
    expect([await runAll(), await runAll()]).toEqual([1, 0]);
  });

  it('is left to another process when it fails', async () => {
    const clock = new FakeClock();
    const storage = await createStorage(parseConfig({ DATABASE_URL: 'memory:' }));
    const failing = new ExpiredDataCleanup(storage, clock, 365);
    jest.spyOn(storage.sessions, 'prune').mockRejectedValueOnce(new Error('away'));

    await expect(failing.pruneOnce()).rejects.toThrow('away');

    expect(await new ExpiredDataCleanup(storage, clock, 365).pruneOnce()).toBe(true);
  });

  it('deletes events of issued tokens after their own retention', async () => {
    const clock = new FakeClock();
    const storage = await createStorage(parseConfig({ DATABASE_URL: 'memory:' }));
    const event = { occurredAt: clock.now(), actor: { kind: 'operator' }, details: {} } as const;
    await storage.audit.append([
      { ...event, id: 'a', action: 'token.issued' },
      { ...event, id: 'b', action: 'token.revoked' },
    ]);

    clock.advance(DAY + 1);
    await new ExpiredDataCleanup(storage, clock, 2, 1).prune();

    const { events } = await storage.audit.page({}, { limit: 9 });
    expect(events.map(({ id }) => id)).toEqual(['b']);
  });

  it('deletes events after their retention, later those that a consumer has not processed', async () => {
    const clock = new FakeClock();
    const storage = await createStorage(
      parseConfig({ DATABASE_URL: 'memory:' }),
      undefined,
      undefined,
      clock,
    );
    const behind = await storage.eventConsumers.acquire('behind', 'spec', 60);
    await writeEvents(storage, 3);
    const cleanup = new ExpiredDataCleanup(storage, clock, 365, 365, 14);

    clock.advance(15 * DAY);
    await cleanup.prune();
    expect(await storage.events.read(0, 9)).toHaveLength(3);

    await storage.eventConsumers.advance(behind!.lease, 1);
    await cleanup.prune();
    expect((await storage.events.read(0, 9)).map(({ position }) => position)).toEqual([2, 3]);

    clock.advance(16 * DAY);
    await cleanup.prune();
    expect((await storage.events.read(0, 9)).map(({ position }) => position)).toEqual([3]);
  });

  it('deletes deliveries of webhooks after their retention', async () => {
    const clock = new FakeClock();
    const storage = await createStorage(parseConfig({ DATABASE_URL: 'memory:' }));
    const [id, endpointId, eventId] = [ids.next(), ids.next(), ids.next()];
    const subject = { type: 'node--article', id: ids.next() };
    const event = { id: eventId, type: 'entry.created', position: 1, subject } as const;
    await storage.webhookDeliveries.add([createDelivery(id, endpointId, event, clock.now())]);
    const cleanup = new ExpiredDataCleanup(storage, clock, 365, 365, 14, 3);

    clock.advance(3 * DAY - 1);
    await cleanup.prune();
    expect(await storage.webhookDeliveries.find(id)).toBeDefined();

    clock.advance(2);
    await cleanup.prune();
    expect(await storage.webhookDeliveries.find(id)).toBeUndefined();
  });

  it('deletes expired records, codes one day after their expiry and audit events after their retention', async () => {
    const clock = new FakeClock();
    const storage = await createStorage(parseConfig({ DATABASE_URL: 'memory:' }));
    const now = clock.now();
    const session = {
      idHash: sha256('session'),
      userId: 'u',
      accessEpoch: 1,
      startedAt: now,
      authenticatedAt: now,
      expiresAt: now + 60,
    };
    const about = { clientId: 'c', userId: 'u', redirectUri: 'https://a.example', scope: '', familyId: 'f' };
    const code = { codeHash: sha256('code'), ...about, expiresAt: now + 300 };
    const event = {
      id: 'e',
      occurredAt: now,
      actor: { kind: 'operator' },
      action: 'key.rotated',
      details: {},
    } as const;
    await storage.sessions.start(session);
    await storage.authorizationCodes.save(code);
    await storage.audit.append([event]);
    await storage.throttle.increment('key', 60, now);
    const pruning = new ExpiredDataCleanup(storage, clock, 2);

    await pruning.prune();
    expect(await storage.sessions.find(session.idHash)).toEqual(session);

    clock.advance(DAY);
    await pruning.prune();
    expect(await storage.sessions.find(session.idHash)).toBeUndefined();
    expect(await storage.authorizationCodes.find(code.codeHash)).toEqual(code);
    expect((await storage.audit.page({}, { limit: 9 })).events).toEqual([event]);

    clock.advance(DAY + 301);
    await pruning.prune();
    expect(await storage.authorizationCodes.find(code.codeHash)).toBeUndefined();
    expect((await storage.audit.page({}, { limit: 9 })).events).toEqual([]);
  });
});
