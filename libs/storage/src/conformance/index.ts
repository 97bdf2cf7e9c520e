import type { Storage } from '../storage.js';
import { accounts } from './accounts.conformance.js';
import { aliases } from './aliases.conformance.js';
import { audit, entryAudit } from './audit.conformance.js';
import { authorizationCodes } from './authorization-codes.conformance.js';
import { bundles } from './bundles.conformance.js';
import { changes } from './changes.conformance.js';
import { changingFields } from './changing-fields.conformance.js';
import { clients } from './clients.conformance.js';
import { concurrency } from './concurrency.conformance.js';
import { consents } from './consents.conformance.js';
import { counts } from './counts.conformance.js';
import { derivedIndex } from './derived-index.conformance.js';
import { entries } from './entries.conformance.js';
import { entrySchedules } from './entry-schedules.conformance.js';
import { eventConsumers } from './event-consumers.conformance.js';
import { events } from './events.conformance.js';
import { storeExample, storeExampleModel } from './example-content.js';
import { filters } from './filters.conformance.js';
import { generations } from './generations.conformance.js';
import { groups } from './groups.conformance.js';
import { hiddenTargets } from './hidden-targets.conformance.js';
import { idempotency } from './idempotency.conformance.js';
import { lifecycle } from './lifecycle.conformance.js';
import { useSharedStorage, type StorageFactory } from './shared-storage.js';
import { jobSchedules } from './job-schedules.conformance.js';
import { jobs } from './jobs.conformance.js';
import { keptJobs } from './kept-jobs.conformance.js';
import { leasedProgress } from './leased-progress.conformance.js';
import { keysetStability } from './keyset-stability.conformance.js';
import { preferences } from './preferences.conformance.js';
import { randomQueries } from './random.conformance.js';
import { references } from './references.conformance.js';
import { refreshTokens } from './refresh-tokens.conformance.js';
import { reusedIds } from './reused-ids.conformance.js';
import { revocations } from './revocations.conformance.js';
import { roles } from './roles.conformance.js';
import { describe, type TestRunner, useRunner } from './runner.js';
import { scripts } from './scripts.conformance.js';
import { search } from './search.conformance.js';
import { seeking } from './seeking.conformance.js';
import { sessions } from './sessions.conformance.js';
import { signingKeys } from './signing-keys.conformance.js';
import { siteSettings } from './site-settings.conformance.js';
import { snapshots } from './snapshots.conformance.js';
import { sortingAndPaging } from './sorting-and-paging.conformance.js';
import { spools } from './spools.conformance.js';
import { throttling } from './throttling.conformance.js';
import { webhookClaims } from './webhook-claims.conformance.js';
import { webhookReplays } from './webhook-replays.conformance.js';
import { webhookDeliveries, webhookEndpoints } from './webhooks.conformance.js';
import { transactionalRecords } from './transactional-records.conformance.js';
import { unlinking } from './unlinking.conformance.js';

export { storeExample } from './example-content.js';
export type { StorageFactory } from './shared-storage.js';
export { compareRandomQueries } from './random-queries.js';
export type { TestRunner } from './runner.js';

interface ConformanceArea {
  /** What the storage holds before the first test. */
  readonly prepare: (storage: Storage) => Promise<void>;
  readonly suites: Readonly<Record<string, (storage: () => Storage) => void>>;
}

const empty = (): Promise<void> => Promise.resolve();

/** The suites of the kit. The suites of one area share a storage. */
const AREAS: Readonly<Record<string, ConformanceArea>> = {
  lifecycle: { prepare: empty, suites: { lifecycle } },
  queries: {
    prepare: storeExample,
    suites: {
      filters,
      groups,
      'hidden targets': hiddenTargets,
      'sorting and paging': sortingAndPaging,
      seeking,
      random: randomQueries,
    },
  },
  entries: {
    prepare: storeExampleModel,
    suites: {
      entries,
      changes,
      'keyset stability': keysetStability,
      references,
      unlinking,
      'reused ids': reusedIds,
      aliases,
      idempotency,
      concurrency,
      entryAudit,
      schedules: entrySchedules,
      snapshots,
    },
  },
  texts: { prepare: empty, suites: { 'full text': search, scripts } },
  'content model': { prepare: empty, suites: { bundles, 'changing fields': changingFields, counts } },
  'derived index': { prepare: storeExample, suites: { 'derived index': derivedIndex } },
  oauth: {
    prepare: empty,
    suites: {
      clients,
      'authorization codes': authorizationCodes,
      'refresh tokens': refreshTokens,
      consents,
      'signing keys': signingKeys,
      revocations,
    },
  },
  people: { prepare: empty, suites: { accounts, roles, sessions, throttling, preferences, audit } },
  events: { prepare: storeExampleModel, suites: { events, 'event consumers': eventConsumers } },
  'management changes': {
    prepare: storeExampleModel,
    suites: { 'transactional records': transactionalRecords },
  },
  jobs: {
    prepare: storeExampleModel,
    suites: {
      jobs,
      'kept jobs': keptJobs,
      schedules: jobSchedules,
      'leased progress': leasedProgress,
      spools,
    },
  },
  webhooks: {
    prepare: empty,
    suites: {
      endpoints: webhookEndpoints,
      claims: webhookClaims,
      deliveries: webhookDeliveries,
      replays: webhookReplays,
    },
  },
  site: { prepare: empty, suites: { 'site settings': siteSettings, generations } },
};

/**
 * Defines the tests that every storage adapter must pass; call it from the spec of the adapter.
 *
 * @param create creates an empty storage that is not open yet
 * @param runner the test functions; by default the globals of Jest or Vitest
 */
export function describeStorage(name: string, create: StorageFactory, runner?: TestRunner): void {
  if (runner !== undefined) useRunner(runner);
  for (const [area, { prepare: begin, suites }] of Object.entries(AREAS))
    describe(`${name}: ${area}`, () => {
      const storage = useSharedStorage(create, begin);
      for (const [title, suite] of Object.entries(suites))
        describe(title, () => {
          suite(storage);
        });
    });
}
