import type { PortName } from '../ports.js';
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
import { entryCopies } from './entry-copies.conformance.js';
import { deletedEntries } from './deleted-entries.conformance.js';
import { entryRevisions } from './entry-revisions.conformance.js';
import { entrySchedules } from './entry-schedules.conformance.js';
import { erasedUsers } from './erased-users.conformance.js';
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
import { pendingAuthorizations } from './pending-authorizations.conformance.js';
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
import { noRevisions } from './no-revisions.conformance.js';
import { revisionEvents } from './revision-events.conformance.js';
import { webhookClaims } from './webhook-claims.conformance.js';
import { webhookReplays } from './webhook-replays.conformance.js';
import { webhookDeliveries, webhookEndpoints } from './webhooks.conformance.js';
import { auditedChanges } from './audited-changes.conformance.js';
import { unlinking } from './unlinking.conformance.js';

export { storeExample } from './example-content.js';
export type { StorageFactory } from './shared-storage.js';
export { compareRandomQueries } from './random-queries.js';
export type { TestRunner } from './runner.js';

type Suite = (storage: () => Storage) => void;

/** What a storage holds before the first test of an area. The suites of one area share a storage. */
const AREAS = {
  lifecycle: undefined,
  queries: storeExample,
  entries: storeExampleModel,
  texts: undefined,
  'content model': undefined,
  'derived index': storeExample,
  oauth: undefined,
  people: undefined,
  events: storeExampleModel,
  'management changes': storeExampleModel,
  jobs: storeExampleModel,
  webhooks: undefined,
  site: undefined,
} satisfies Readonly<Record<string, ((storage: Storage) => Promise<void>) | undefined>>;

type Area = keyof typeof AREAS;
type SuitesByArea = Readonly<Partial<Record<Area, Readonly<Record<string, Suite>>>>>;

/** The suites of each port, and of what stores do together. */
const SUITES: Readonly<Record<PortName | 'storage', SuitesByArea>> = {
  entries: {
    queries: {
      filters,
      groups,
      'hidden targets': hiddenTargets,
      'sorting and paging': sortingAndPaging,
      seeking,
      random: randomQueries,
    },
    entries: {
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
    },
    texts: { 'full text': search, scripts },
    'content model': { 'changing fields': changingFields, counts },
    jobs: { 'leased progress': leasedProgress },
  },
  entrySchedules: { entries: { schedules: entrySchedules } },
  entryRevisions: {
    entries: {
      revisions: entryRevisions,
      deletions: deletedEntries,
      copies: entryCopies,
      erasures: erasedUsers,
    },
    events: { 'events of revisions': revisionEvents },
  },
  bundles: { 'content model': { bundles } },
  clients: { oauth: { clients } },
  siteSettings: { site: { 'site settings': siteSettings } },
  authorizationCodes: { oauth: { 'authorization codes': authorizationCodes } },
  refreshTokens: { oauth: { 'refresh tokens': refreshTokens } },
  consents: { oauth: { consents } },
  pendingAuthorizations: { oauth: { 'pending authorizations': pendingAuthorizations } },
  signingKeys: { oauth: { 'signing keys': signingKeys } },
  revocations: { oauth: { revocations } },
  accounts: { people: { accounts } },
  roles: { people: { roles } },
  sessions: { people: { sessions } },
  throttle: { people: { throttling } },
  preferences: { people: { preferences } },
  audit: { people: { audit } },
  jobs: { jobs: { jobs, 'kept jobs': keptJobs } },
  jobSchedules: { jobs: { schedules: jobSchedules } },
  spools: { jobs: { spools } },
  webhookEndpoints: { webhooks: { endpoints: webhookEndpoints } },
  webhookDeliveries: {
    webhooks: { claims: webhookClaims, deliveries: webhookDeliveries, replays: webhookReplays },
  },
  events: { events: { events } },
  eventConsumers: { events: { 'event consumers': eventConsumers } },
  storage: {
    lifecycle: { lifecycle },
    entries: { snapshots },
    'derived index': { 'derived index': derivedIndex },
    'management changes': { 'audit lines': auditedChanges },
    site: { generations },
  },
};

/** What a storage may lack, and the suites of one that does, in place of those of the port. */
const LACKING = {
  entryRevisions: { entries: { 'without revisions': noRevisions } },
} satisfies Readonly<Partial<Record<PortName, SuitesByArea>>>;

/** What an adapter declares to the kit. */
export interface StorageDeclaration {
  /** Ports that the storage does not implement, because it was written before there were any. */
  readonly without?: readonly (keyof typeof LACKING)[];
}

/**
 * Defines the tests that every storage adapter must pass; call it from the spec of the adapter.
 *
 * @param create creates an empty storage that is not open yet
 * @param runner the test functions; by default the globals of Jest or Vitest
 */
export function describeStorage(
  name: string,
  create: StorageFactory,
  runner?: TestRunner,
  { without = [] }: StorageDeclaration = {},
): void {
  if (runner !== undefined) useRunner(runner);
  const lacking = Object.fromEntries(without.map((port) => [port, LACKING[port]]));
  for (const area of Object.keys(AREAS) as Area[])
    describe(`${name}: ${area}`, () => {
      const storage = useSharedStorage(create, AREAS[area]);
      for (const suites of Object.values<SuitesByArea>({ ...SUITES, ...lacking }))
        for (const [title, suite] of Object.entries(suites[area] ?? {}))
          describe(title, () => {
            suite(storage);
          });
    });
}
