import { ContentModelService } from '@content-service/bundles';
import {
  type Entry,
  EntryEditor,
  MonotonicPositionGenerator,
  type WriteContext,
} from '@content-service/entries';
import { EventRecorder } from '@content-service/events';
import { createJob } from '@content-service/jobs';
import { FakeClock, NO_MONITOR, type Progress, sha256, UuidV7Generator } from '@content-service/kernel';
import type { Storage } from '@content-service/storage';
import { createDelivery } from '@content-service/webhooks';
import { createPruneJob, PRUNED_KINDS, PruneJob, type Retention } from '@content-service/site-jobs';
import { MemoryRecordStore, RecordStorage } from '@content-service/storage-records';
import { SanitizingTextFormatter } from '../../platform/formatted-text/sanitizing-text-formatter.js';
import { writeEvents } from '../../platform/events/write-events.fixture.js';

const DAY = 86_400;
const ids = new UuidV7Generator();
const LONG: Retention = { auditDays: 365, auditTokenDays: 365, eventDays: 365, webhookDays: 365 };

/** Runs the jobs for all kinds. */
async function pruneAll(storage: Storage, clock: FakeClock, retention: Partial<Retention>): Promise<unknown> {
  const handler = new PruneJob(storage, clock, { ...LONG, ...retention });
  const results: object = {};
  for (const pruned of PRUNED_KINDS) {
    const job = createJob(createPruneJob(pruned), { actor: { kind: 'operator' } }, ids.next(), clock.now());
    Object.assign(results, await handler.run(job, NO_MONITOR));
  }
  return results;
}

describe('PruneJob', () => {
  it('deletes events of issued tokens after their own retention', async () => {
    const clock = new FakeClock();
    const storage = new RecordStorage(new MemoryRecordStore());
    const event = { occurredAt: clock.now(), actor: { kind: 'operator' }, details: {} } as const;
    await storage.audit.append([
      { ...event, id: 'a', action: 'token.issued' },
      { ...event, id: 'b', action: 'token.revoked' },
    ]);

    clock.advance(DAY + 1);
    await pruneAll(storage, clock, { auditDays: 2, auditTokenDays: 1 });

    const { events } = await storage.audit.page({}, { limit: 9 });
    expect(events.map(({ id }) => id)).toEqual(['b']);
  });

  it('deletes 1000 objects at once, and can be cancelled in between', async () => {
    const clock = new FakeClock();
    const storage = new RecordStorage(new MemoryRecordStore());
    const event = { occurredAt: clock.now(), actor: { kind: 'operator' }, action: 'a', details: {} } as const;
    await storage.audit.append(Array.from({ length: 2500 }, (_, n) => ({ ...event, id: String(n) })));
    const count = async (): Promise<number> => (await storage.audit.page({}, { limit: 9999 })).events.length;
    const done: number[] = [];
    const report = async (progress: Progress): Promise<void> => {
      done.push(progress.done);
      if (progress.done === 2000) throw new Error('The job is cancelled.');
    };
    clock.advance(LONG.auditDays * DAY + 1);
    const actor = { actor: { kind: 'operator' } } as const;
    const job = createJob(createPruneJob('audit-log'), actor, ids.next(), clock.now());
    const handler = new PruneJob(storage, clock, LONG);

    await expect(handler.run(job, { report })).rejects.toThrow('The job is cancelled.');
    expect([done, await count()]).toEqual([[1000, 2000], 500]);

    await handler.run(job, NO_MONITOR);
    expect(await count()).toBe(0);
  });

  it('deletes expired requests with idempotency keys', async () => {
    const clock = new FakeClock();
    const storage = new RecordStorage(new MemoryRecordStore());
    const key = sha256('key');
    const request = { key, fingerprint: sha256('body'), entryId: ids.next(), expiresAt: clock.now() };
    await storage.entries.apply([], { idempotency: request });
    const find = (): Promise<unknown> => storage.entries.findIdempotentRequest(key, request.expiresAt);

    await pruneAll(storage, clock, {});
    expect(await find()).toEqual(request);

    clock.advance(1);
    await pruneAll(storage, clock, {});
    expect(await find()).toBeUndefined();
  });

  it('deletes events after their retention, later those that a consumer has not processed', async () => {
    const clock = new FakeClock();
    const storage = new RecordStorage(new MemoryRecordStore(), new EventRecorder({ clock }));
    const behind = await storage.eventConsumers.acquire('behind', 'spec', 60);
    await writeEvents(storage, 3);
    const cleanUp = (): Promise<unknown> => pruneAll(storage, clock, { eventDays: 14 });

    clock.advance(15 * DAY);
    await cleanUp();
    expect(await storage.events.read(0, 9)).toHaveLength(3);

    await storage.eventConsumers.advance(behind!.lease, 1);
    await cleanUp();
    expect((await storage.events.read(0, 9)).map(({ position }) => position)).toEqual([2, 3]);

    clock.advance(16 * DAY);
    await cleanUp();
    expect((await storage.events.read(0, 9)).map(({ position }) => position)).toEqual([3]);
  });

  it('deletes spools of jobs seven days after their last part', async () => {
    const clock = new FakeClock();
    const storage = new RecordStorage(new MemoryRecordStore());
    const spool = ids.next();
    await storage.spools.put({ spool, part: 0, text: 'text', storedAt: clock.now() });

    clock.advance(7 * DAY);
    await pruneAll(storage, clock, {});
    expect(await storage.spools.find(spool, 0)).toBe('text');

    clock.advance(1);
    await pruneAll(storage, clock, {});
    expect(await storage.spools.find(spool, 0)).toBeUndefined();
  });

  it('deletes deliveries of webhooks after their retention', async () => {
    const clock = new FakeClock();
    const storage = new RecordStorage(new MemoryRecordStore());
    const [id, endpointId, eventId] = [ids.next(), ids.next(), ids.next()];
    const subject = { type: 'node--article', id: ids.next() };
    const event = { id: eventId, type: 'entry.created', position: 1, subject } as const;
    await storage.webhookDeliveries.add([createDelivery(id, endpointId, event, clock.now())]);
    const cleanUp = (): Promise<unknown> => pruneAll(storage, clock, { webhookDays: 3 });

    clock.advance(3 * DAY - 1);
    await cleanUp();
    expect(await storage.webhookDeliveries.find(id)).toBeDefined();

    clock.advance(2);
    await cleanUp();
    expect(await storage.webhookDeliveries.find(id)).toBeUndefined();
  });

  it('deletes what has expired, codes one day after their expiry and audit events after their retention', async () => {
    const clock = new FakeClock();
    const storage = new RecordStorage(new MemoryRecordStore());
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
    const cleanUp = (): Promise<unknown> => pruneAll(storage, clock, { auditDays: 2 });

    await cleanUp();
    expect(await storage.sessions.find(session.idHash)).toEqual(session);

    clock.advance(DAY);
    await cleanUp();
    expect(await storage.sessions.find(session.idHash)).toBeUndefined();
    expect(await storage.authorizationCodes.find(code.codeHash)).toEqual(code);
    expect((await storage.audit.page({}, { limit: 9 })).events).toEqual([event]);

    clock.advance(DAY + 301);
    await cleanUp();
    expect(await storage.authorizationCodes.find(code.codeHash)).toBeUndefined();
    expect((await storage.audit.page({}, { limit: 9 })).events).toEqual([]);
  });

  it('deletes finished jobs after 30 days, those of its own kind after two, and says how much it deletes', async () => {
    const clock = new FakeClock();
    const storage = new RecordStorage(new MemoryRecordStore());
    const added = await Promise.all(
      ['prune', 'index.verify'].map((kind) => {
        const job = { kind, group: undefined, dedupKey: undefined, parameters: {} };
        const context = { actor: { kind: 'operator' } } as const;
        return storage.jobs.add(createJob(job, context, ids.next(), clock.now()));
      }),
    );
    for (const job of added)
      await storage.jobs.replace({ ...job, state: 'cancelled', endedAt: clock.now(), version: 2 }, 1);
    const exists = (): Promise<boolean[]> =>
      Promise.all(added.map(async ({ id }) => (await storage.jobs.find(id)) !== undefined));

    clock.advance(2 * DAY + 1);
    expect(await pruneAll(storage, clock, {})).toEqual({
      ...{ events: 0, deliveries: 0, revisions: 0, deletions: 0 },
    });
    expect(await exists()).toEqual([false, true]);

    clock.advance(28 * DAY);
    await pruneAll(storage, clock, {});
    expect(await exists()).toEqual([false, false]);
  });

  it('deletes replaced and deleted states when the days of the site settings are over', async () => {
    const clock = new FakeClock();
    const storage = new RecordStorage(new MemoryRecordStore());
    const models = new ContentModelService(storage.bundles);
    await models.put({ entityType: 'node', bundle: 'note', label: 'Note', fields: [] });
    await storage.siteSettings.save({ revisionDays: 3, trashDays: 2 }, 0, {});
    const positions = new MonotonicPositionGenerator(clock);
    const formatter = new SanitizingTextFormatter();
    const editor = new EntryEditor(storage.entries, storage.entryRevisions, ids, positions, clock, formatter);
    const context: WriteContext = {
      model: () => models.current(),
      reloadModel: () => models.refresh(),
      history: { revisions: 50, trash: true },
    };
    const create = (): Promise<Entry> =>
      editor.create('node--note', { attributes: { title: 'First' } }, context);
    const [edited, deleted] = [await create(), await create()];
    await editor.update('node--note', edited.id, { attributes: { title: 'Second' } }, context);
    await editor.delete('node--note', deleted.id, context);

    clock.advance(2 * DAY + 1);
    expect(await pruneAll(storage, clock, {})).toMatchObject({ revisions: 0, deletions: 1 });
    clock.advance(DAY);
    expect(await pruneAll(storage, clock, {})).toMatchObject({ revisions: 1, deletions: 0 });
  });
});
