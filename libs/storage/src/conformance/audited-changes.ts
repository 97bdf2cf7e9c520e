import type { AuditLines } from '@content-service/audit';
import type { JobLease } from '@content-service/jobs';
import type { Storage } from '../storage.js';
import { account } from './accounts.conformance.js';
import { apiClient } from './clients.conformance.js';
import { role } from './roles.conformance.js';
import { createSampleEntry, insert, newId } from './sample.js';
import { createSampleJob } from './sample-jobs.js';
import { type AuditedChange, AUDITED_WEBHOOK_CHANGES } from './audited-webhook-changes.js';
import { NOW } from './sample-webhooks.js';
import { acquire } from './sequencing.js';
import { session } from './sessions.conformance.js';
import { signingKey } from './signing-keys.conformance.js';
import { TestBundle } from './test-bundle.js';

const UNTIL = NOW + 60;

/** All methods that store audit lines with their change, except `EntryStore.apply`. */
export const AUDITED_CHANGES: Readonly<Record<string, (storage: Storage) => Promise<AuditedChange>>> = {
  'bundles.applyChange': (storage) => {
    const { bundles } = storage;
    const put = { kind: 'put', bundle: new TestBundle(storage).definition() } as const;
    return Promise.resolve({
      made: async (auditLines) =>
        bundles.applyChange(put, (await bundles.load()).version, undefined, auditLines),
      refused: (auditLines) => bundles.applyChange(put, 0, undefined, auditLines),
    });
  },
  'bundles.applyChange of a removal': async (storage) => {
    const bundle = new TestBundle(storage);
    const { version } = await bundle.put();
    const removal = { kind: 'remove', entityType: 'node', bundle: bundle.name } as const;
    return { made: (auditLines) => storage.bundles.applyChange(removal, version, undefined, auditLines) };
  },
  'clients.insert': async ({ clients }) => {
    const present = apiClient();
    await clients.insert(present);
    return {
      made: (auditLines) => clients.insert(apiClient(), auditLines),
      refused: (auditLines) => clients.insert(present, auditLines),
    };
  },
  'clients.update': async ({ clients }) => {
    const present = apiClient();
    await clients.insert(present);
    return {
      made: (auditLines) => clients.update({ ...present, version: 2 }, 1, auditLines),
      refused: (auditLines) => clients.update({ ...present, version: 2 }, 7, auditLines),
    };
  },
  'clients.delete': async ({ clients }) => {
    const present = apiClient();
    await clients.insert(present);
    return {
      made: (auditLines) => clients.delete(present.id, auditLines),
      refused: (auditLines) => clients.delete(newId(), auditLines),
    };
  },
  'accounts.insert': async ({ accounts }) => {
    const present = account();
    await accounts.insert(present);
    const { name, nameKey } = present;
    return {
      made: (auditLines) => accounts.insert(account(), auditLines),
      refused: (auditLines) => accounts.insert(account({ name, nameKey }), auditLines),
    };
  },
  'accounts.update': async ({ accounts }) => {
    const present = account();
    await accounts.insert(present);
    return {
      made: (auditLines) => accounts.update({ ...present, version: 2 }, 1, auditLines),
      refused: (auditLines) => accounts.update({ ...present, version: 2 }, 7, auditLines),
    };
  },
  'accounts.delete': async ({ accounts }) => {
    const present = account();
    await accounts.insert(present);
    return {
      made: (auditLines) => accounts.delete(present.id, auditLines),
      refused: (auditLines) => accounts.delete(newId(), auditLines),
    };
  },
  'roles.insert': async ({ roles }) => {
    const present = role();
    await roles.insert(present);
    return {
      made: (auditLines) => roles.insert(role(), auditLines),
      refused: (auditLines) => roles.insert(present, auditLines),
    };
  },
  'roles.update': async ({ roles }) => {
    const present = role();
    await roles.insert(present);
    return {
      made: (auditLines) => roles.update({ ...present, version: 2 }, 1, auditLines),
      refused: (auditLines) => roles.update({ ...present, version: 2 }, 7, auditLines),
    };
  },
  'roles.delete': async ({ roles, accounts }) => {
    const [present, used] = [role(), role()];
    for (const one of [present, used]) await roles.insert(one);
    await accounts.insert(account({ role: used.name }));
    return {
      made: (auditLines) => roles.delete(present.name, auditLines),
      refused: (auditLines) => roles.delete(used.name, auditLines),
    };
  },
  'sessions.delete': async ({ sessions }) => {
    const started = session();
    await sessions.start(started);
    return {
      made: (auditLines) => sessions.delete(started.idHash, auditLines),
      refused: (auditLines) => sessions.delete(newId(), auditLines),
    };
  },
  'siteSettings.save': ({ siteSettings }) =>
    Promise.resolve({
      made: async (auditLines) => siteSettings.save({}, (await siteSettings.load()).version, auditLines),
      refused: (auditLines) => siteSettings.save({}, 1_000_000, auditLines),
    }),
  'signingKeys.replace': ({ signingKeys }) =>
    Promise.resolve({
      made: async (auditLines) => {
        const kids = (await signingKeys.list()).map(({ kid }) => kid);
        return signingKeys.replace([signingKey()], kids, auditLines);
      },
      refused: (auditLines) => signingKeys.replace([signingKey()], ['unknown'], auditLines),
    }),
  'consents.save': ({ consents }) =>
    Promise.resolve({
      made: (auditLines) =>
        consents.save({ userId: newId(), clientId: newId(), scope: 'member', grantedAt: NOW }, auditLines),
    }),
  'consents.delete': async ({ consents }) => {
    const [userId, clientId] = [newId(), newId()];
    await consents.save({ userId, clientId, scope: 'member', grantedAt: NOW });
    return {
      made: (auditLines) => consents.delete(userId, clientId, auditLines),
      refused: (auditLines) => consents.delete(newId(), clientId, auditLines),
    };
  },
  'consents.deleteByClient': async ({ consents }) => {
    const clientId = newId();
    await consents.save({ userId: newId(), clientId, scope: 'member', grantedAt: NOW });
    return {
      made: (auditLines) => consents.deleteByClient(clientId, () => auditLines),
      refused: (auditLines) => consents.deleteByClient(newId(), () => auditLines),
    };
  },
  'revocations.append': ({ revocations }) =>
    Promise.resolve({
      made: (auditLines) =>
        revocations.append([{ subject: 'client', id: newId(), notBefore: 1, until: UNTIL }], auditLines),
    }),
  'throttle.restart': ({ throttle }) =>
    Promise.resolve({ made: (auditLines) => throttle.restart(newId(), 60, NOW, auditLines) }),
  ...AUDITED_WEBHOOK_CHANGES,
  'jobs.add': async ({ jobs }) => {
    const dedupKey = newId();
    await jobs.add(createSampleJob({ dedupKey }));
    return {
      made: (auditLines) => jobs.add(createSampleJob(), undefined, auditLines),
      refused: (auditLines) => jobs.add(createSampleJob({ dedupKey }), undefined, auditLines),
    };
  },
  'jobSchedules.replace': async ({ jobSchedules }) => {
    const schedule = { name: newId(), version: 1 };
    await jobSchedules.add(schedule);
    return {
      made: (auditLines) => jobSchedules.replace({ ...schedule, version: 2 }, 1, auditLines),
      refused: (auditLines) => jobSchedules.replace({ ...schedule, version: 8 }, 7, auditLines),
    };
  },
  'jobSchedules.start': async ({ jobSchedules }) => {
    const [run, dedupKey] = [{ name: newId(), startedAt: NOW }, newId()];
    const other = { name: newId(), startedAt: NOW };
    for (const { name } of [run, other]) await jobSchedules.add({ name, version: 1 });
    await jobSchedules.start(other, createSampleJob({ dedupKey }));
    return {
      made: (auditLines) => jobSchedules.start(run, createSampleJob(), auditLines),
      refused: (auditLines) => jobSchedules.start(run, createSampleJob({ dedupKey }), auditLines),
    };
  },
  'jobs.replace': async ({ jobs }) => {
    const job = await jobs.add(createSampleJob());
    const cancelled = { ...job, state: 'cancelled', endedAt: NOW, version: 2 } as const;
    return {
      made: (auditLines) => jobs.replace(cancelled, 1, auditLines),
      refused: (auditLines) => jobs.replace(cancelled, 7, auditLines),
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
      made: (auditLines) => jobs.release(ended, { state: 'succeeded' }, NOW, () => auditLines),
      refused: (auditLines) => jobs.release(again, { state: 'queued', runAt: NOW }, NOW, () => auditLines),
    };
  },
  'jobs.claim of a job without further attempts': ({ jobs }) => {
    const claim = async (attemptsMaximum: number, auditLines: AuditLines): Promise<void> => {
      const [kind, lease] = [newId(), { token: newId(), seconds: -1 }];
      await jobs.add(createSampleJob({ kind }));
      await jobs.claim({ kinds: [kind], now: NOW, lease, attemptsMaximum: 5 });
      await jobs.claim({
        kinds: [kind],
        now: NOW,
        lease,
        attemptsMaximum,
        createAuditLines: () => auditLines,
      });
    };
    return Promise.resolve({
      made: (auditLines) => claim(1, auditLines),
      refused: (auditLines) => claim(5, auditLines),
    });
  },
  'eventConsumers.advance': async (storage) => {
    const { eventConsumers } = storage;
    const { lease } = await acquire(storage, newId());
    const stale = { ...lease, token: lease.token + 7 };
    return {
      made: (auditLines) => eventConsumers.advance(lease, 1, auditLines),
      refused: (auditLines) => eventConsumers.advance(stale, 2, auditLines),
    };
  },
  'eventConsumers.change': async (storage) => {
    const consumer = newId();
    await acquire(storage, consumer);
    return {
      made: (auditLines) => storage.eventConsumers.change(consumer, { paused: true }, auditLines),
      refused: (auditLines) => storage.eventConsumers.change(newId(), { paused: true }, auditLines),
    };
  },
  'eventConsumers.remove': async (storage) => {
    const [free, held] = [newId(), newId()];
    const { lease } = await acquire(storage, free);
    await storage.eventConsumers.release(lease);
    await acquire(storage, held);
    return {
      made: (auditLines) => storage.eventConsumers.remove(free, auditLines),
      refused: (auditLines) => storage.eventConsumers.remove(held, auditLines),
    };
  },
  'entrySchedules.discard': async ({ entries, entrySchedules }) => {
    const entry = createSampleEntry('node--article', { published: false });
    await entries.apply([{ ...insert(entry), schedule: { publish: UNTIL } } as ReturnType<typeof insert>]);
    const schedule = { entryId: entry.id, action: 'publish', dueAt: UNTIL } as const;
    return {
      made: (auditLines) => entrySchedules.discard([schedule], auditLines),
      refused: (auditLines) => entrySchedules.discard([{ ...schedule, dueAt: 1 }], auditLines),
    };
  },
};
