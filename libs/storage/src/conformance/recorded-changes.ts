import type { TransactionalRecords } from '@content-service/audit';
import type { JobLease } from '@content-service/jobs';
import type { Storage } from '../storage.js';
import { account } from './accounts.conformance.js';
import { apiClient } from './clients.conformance.js';
import { role } from './roles.conformance.js';
import { createSampleEntry, insert, newId } from './sample.js';
import { createSampleJob } from './sample-jobs.js';
import { type RecordedChange, RECORDED_WEBHOOK_CHANGES } from './recorded-webhook-changes.js';
import { NOW } from './sample-webhooks.js';
import { acquire } from './sequencing.js';
import { session } from './sessions.conformance.js';
import { signingKey } from './signing-keys.conformance.js';
import { TestBundle } from './test-bundle.js';

const UNTIL = NOW + 60;

/** All methods that store records with their change, except `EntryStore.apply`. */
export const RECORDED_CHANGES: Readonly<Record<string, (storage: Storage) => Promise<RecordedChange>>> = {
  'bundles.applyChange': (storage) => {
    const { bundles } = storage;
    const put = { kind: 'put', bundle: new TestBundle(storage).definition() } as const;
    return Promise.resolve({
      made: async (records) => bundles.applyChange(put, (await bundles.load()).version, undefined, records),
      refused: (records) => bundles.applyChange(put, 0, undefined, records),
    });
  },
  'bundles.applyChange of a removal': async (storage) => {
    const bundle = new TestBundle(storage);
    const { version } = await bundle.put();
    const removal = { kind: 'remove', entityType: 'node', bundle: bundle.name } as const;
    return { made: (records) => storage.bundles.applyChange(removal, version, undefined, records) };
  },
  'clients.insert': async ({ clients }) => {
    const present = apiClient();
    await clients.insert(present);
    return {
      made: (records) => clients.insert(apiClient(), records),
      refused: (records) => clients.insert(present, records),
    };
  },
  'clients.update': async ({ clients }) => {
    const present = apiClient();
    await clients.insert(present);
    return {
      made: (records) => clients.update({ ...present, version: 2 }, 1, records),
      refused: (records) => clients.update({ ...present, version: 2 }, 7, records),
    };
  },
  'clients.delete': async ({ clients }) => {
    const present = apiClient();
    await clients.insert(present);
    return {
      made: (records) => clients.delete(present.id, records),
      refused: (records) => clients.delete(newId(), records),
    };
  },
  'accounts.insert': async ({ accounts }) => {
    const present = account();
    await accounts.insert(present);
    const { name, nameKey } = present;
    return {
      made: (records) => accounts.insert(account(), records),
      refused: (records) => accounts.insert(account({ name, nameKey }), records),
    };
  },
  'accounts.update': async ({ accounts }) => {
    const present = account();
    await accounts.insert(present);
    return {
      made: (records) => accounts.update({ ...present, version: 2 }, 1, records),
      refused: (records) => accounts.update({ ...present, version: 2 }, 7, records),
    };
  },
  'accounts.delete': async ({ accounts }) => {
    const present = account();
    await accounts.insert(present);
    return {
      made: (records) => accounts.delete(present.id, records),
      refused: (records) => accounts.delete(newId(), records),
    };
  },
  'roles.insert': async ({ roles }) => {
    const present = role();
    await roles.insert(present);
    return {
      made: (records) => roles.insert(role(), records),
      refused: (records) => roles.insert(present, records),
    };
  },
  'roles.update': async ({ roles }) => {
    const present = role();
    await roles.insert(present);
    return {
      made: (records) => roles.update({ ...present, version: 2 }, 1, records),
      refused: (records) => roles.update({ ...present, version: 2 }, 7, records),
    };
  },
  'roles.delete': async ({ roles, accounts }) => {
    const [present, used] = [role(), role()];
    for (const one of [present, used]) await roles.insert(one);
    await accounts.insert(account({ role: used.name }));
    return {
      made: (records) => roles.delete(present.name, records),
      refused: (records) => roles.delete(used.name, records),
    };
  },
  'sessions.delete': async ({ sessions }) => {
    const started = session();
    await sessions.start(started);
    return {
      made: (records) => sessions.delete(started.idHash, records),
      refused: (records) => sessions.delete(newId(), records),
    };
  },
  'siteSettings.save': ({ siteSettings }) =>
    Promise.resolve({
      made: async (records) => siteSettings.save({}, (await siteSettings.load()).version, records),
      refused: (records) => siteSettings.save({}, 1_000_000, records),
    }),
  'signingKeys.replace': ({ signingKeys }) =>
    Promise.resolve({
      made: async (records) => {
        const kids = (await signingKeys.list()).map(({ kid }) => kid);
        return signingKeys.replace([signingKey()], kids, records);
      },
      refused: (records) => signingKeys.replace([signingKey()], ['unknown'], records),
    }),
  'consents.save': ({ consents }) =>
    Promise.resolve({
      made: (records) =>
        consents.save({ userId: newId(), clientId: newId(), scope: 'member', grantedAt: NOW }, records),
    }),
  'consents.delete': async ({ consents }) => {
    const [userId, clientId] = [newId(), newId()];
    await consents.save({ userId, clientId, scope: 'member', grantedAt: NOW });
    return {
      made: (records) => consents.delete(userId, clientId, records),
      refused: (records) => consents.delete(newId(), clientId, records),
    };
  },
  'consents.deleteByClient': async ({ consents }) => {
    const clientId = newId();
    await consents.save({ userId: newId(), clientId, scope: 'member', grantedAt: NOW });
    return {
      made: (records) => consents.deleteByClient(clientId, () => records),
      refused: (records) => consents.deleteByClient(newId(), () => records),
    };
  },
  'revocations.append': ({ revocations }) =>
    Promise.resolve({
      made: (records) =>
        revocations.append([{ subject: 'client', id: newId(), notBefore: 1, until: UNTIL }], records),
    }),
  'throttle.restart': ({ throttle }) =>
    Promise.resolve({ made: (records) => throttle.restart(newId(), 60, NOW, records) }),
  ...RECORDED_WEBHOOK_CHANGES,
  'jobs.add': async ({ jobs }) => {
    const dedupKey = newId();
    await jobs.add(createSampleJob({ dedupKey }));
    return {
      made: (records) => jobs.add(createSampleJob(), undefined, records),
      refused: (records) => jobs.add(createSampleJob({ dedupKey }), undefined, records),
    };
  },
  'jobSchedules.replace': async ({ jobSchedules }) => {
    const schedule = { name: newId(), version: 1 };
    await jobSchedules.add(schedule);
    return {
      made: (records) => jobSchedules.replace({ ...schedule, version: 2 }, 1, records),
      refused: (records) => jobSchedules.replace({ ...schedule, version: 8 }, 7, records),
    };
  },
  'jobSchedules.start': async ({ jobSchedules }) => {
    const [run, dedupKey] = [{ name: newId(), startedAt: NOW }, newId()];
    const other = { name: newId(), startedAt: NOW };
    for (const { name } of [run, other]) await jobSchedules.add({ name, version: 1 });
    await jobSchedules.start(other, createSampleJob({ dedupKey }));
    return {
      made: (records) => jobSchedules.start(run, createSampleJob(), records),
      refused: (records) => jobSchedules.start(run, createSampleJob({ dedupKey }), records),
    };
  },
  'jobs.replace': async ({ jobs }) => {
    const job = await jobs.add(createSampleJob());
    const cancelled = { ...job, state: 'cancelled', endedAt: NOW, version: 2 } as const;
    return {
      made: (records) => jobs.replace(cancelled, 1, records),
      refused: (records) => jobs.replace(cancelled, 7, records),
    };
  },
  'jobs.release that ends a job': async ({ jobs }) => {
    const claim = async (): Promise<JobLease> => {
      const kind = newId();
      await jobs.add(createSampleJob({ kind }));
      const lease = { token: newId(), seconds: 60 };
      const claimed = await jobs.claim({ kinds: [kind], now: NOW, lease, attemptsMaximum: 5 });
      return { ...lease, job: claimed?.id ?? '' };
    };
    const [ended, again] = [await claim(), await claim()];
    return {
      made: (records) => jobs.release(ended, { state: 'succeeded' }, NOW, () => records),
      refused: (records) => jobs.release(again, { state: 'queued', runAt: NOW }, NOW, () => records),
    };
  },
  'jobs.claim of a job without further attempts': ({ jobs }) => {
    const claim = async (attemptsMaximum: number, records: TransactionalRecords): Promise<void> => {
      const [kind, lease] = [newId(), { token: newId(), seconds: -1 }];
      await jobs.add(createSampleJob({ kind }));
      await jobs.claim({ kinds: [kind], now: NOW, lease, attemptsMaximum: 5 });
      await jobs.claim({ kinds: [kind], now: NOW, lease, attemptsMaximum, createRecords: () => records });
    };
    return Promise.resolve({
      made: (records) => claim(1, records),
      refused: (records) => claim(5, records),
    });
  },
  'eventConsumers.advance': async (storage) => {
    const { eventConsumers } = storage;
    const { lease } = await acquire(storage, newId());
    const stale = { ...lease, token: lease.token + 7 };
    return {
      made: (records) => eventConsumers.advance(lease, 1, records),
      refused: (records) => eventConsumers.advance(stale, 2, records),
    };
  },
  'eventConsumers.change': async (storage) => {
    const consumer = newId();
    await acquire(storage, consumer);
    return {
      made: (records) => storage.eventConsumers.change(consumer, { paused: true }, records),
      refused: (records) => storage.eventConsumers.change(newId(), { paused: true }, records),
    };
  },
  'eventConsumers.remove': async (storage) => {
    const [free, held] = [newId(), newId()];
    const { lease } = await acquire(storage, free);
    await storage.eventConsumers.release(lease);
    await acquire(storage, held);
    return {
      made: (records) => storage.eventConsumers.remove(free, records),
      refused: (records) => storage.eventConsumers.remove(held, records),
    };
  },
  'entrySchedules.discard': async ({ entries, entrySchedules }) => {
    const entry = createSampleEntry('node--article', { published: false });
    await entries.apply([{ ...insert(entry), schedule: { publish: UNTIL } } as ReturnType<typeof insert>]);
    const schedule = { entryId: entry.id, action: 'publish', dueAt: UNTIL } as const;
    return {
      made: (records) => entrySchedules.discard([schedule], records),
      refused: (records) => entrySchedules.discard([{ ...schedule, dueAt: 1 }], records),
    };
  },
};
