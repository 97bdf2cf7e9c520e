import type { Storage } from '../storage.js';
import { accounts } from './accounts.conformance.js';
import { aliases } from './aliases.conformance.js';
import { audit } from './audit.conformance.js';
import { authorizationCodes } from './authorization-codes.conformance.js';
import { bundles } from './bundles.conformance.js';
import { changes } from './changes.conformance.js';
import { changingFields } from './changing-fields.conformance.js';
import { clients } from './clients.conformance.js';
import { concurrency } from './concurrency.conformance.js';
import { consents } from './consents.conformance.js';
import { derivedIndex } from './derived-index.conformance.js';
import { entries } from './entries.conformance.js';
import { storeExample, storeExampleModel } from './example-content.js';
import { filters } from './filters.conformance.js';
import { generations } from './generations.conformance.js';
import { groups } from './groups.conformance.js';
import { hiddenTargets } from './hidden-targets.conformance.js';
import { idempotency } from './idempotency.conformance.js';
import { lifecycle } from './lifecycle.conformance.js';
import { opened, type StorageFactory } from './opened.js';
import { places } from './places.conformance.js';
import { random } from './random.conformance.js';
import { references } from './references.conformance.js';
import { refreshTokens } from './refresh-tokens.conformance.js';
import { revocations } from './revocations.conformance.js';
import { roles } from './roles.conformance.js';
import { describe } from './runner.js';
import { seeking } from './seeking.conformance.js';
import { sessions } from './sessions.conformance.js';
import { signingKeys } from './signing-keys.conformance.js';
import { siteSettings } from './site-settings.conformance.js';
import { sortingAndPaging } from './sorting-and-paging.conformance.js';
import { throttling } from './throttling.conformance.js';

export { storeExample } from './example-content.js';
export type { StorageFactory } from './opened.js';
export { compareRandomQueries } from './random-queries.js';

interface Area {
  /** What the storage holds before the first test. */
  readonly begin: (storage: Storage) => Promise<void>;
  readonly suites: Readonly<Record<string, (storage: () => Storage) => void>>;
}

const empty = (): Promise<void> => Promise.resolve();

/** All that is asked of an adapter. The suites of one area share a storage. */
const AREAS: Readonly<Record<string, Area>> = {
  lifecycle: { begin: empty, suites: { lifecycle } },
  queries: {
    begin: storeExample,
    suites: {
      filters,
      groups,
      'hidden targets': hiddenTargets,
      'sorting and paging': sortingAndPaging,
      seeking,
      random,
    },
  },
  entries: {
    begin: storeExampleModel,
    suites: { entries, changes, places, references, aliases, idempotency, concurrency },
  },
  'content model': { begin: empty, suites: { bundles, 'changing fields': changingFields } },
  'derived index': { begin: storeExample, suites: { 'derived index': derivedIndex } },
  oauth: {
    begin: empty,
    suites: {
      clients,
      'authorization codes': authorizationCodes,
      'refresh tokens': refreshTokens,
      consents,
      'signing keys': signingKeys,
      revocations,
    },
  },
  people: { begin: empty, suites: { accounts, roles, sessions, throttling, audit } },
  site: { begin: empty, suites: { 'site settings': siteSettings, generations } },
};

/**
 * What every storage adapter must do; call it from the adapter's spec.
 *
 * @param create makes an empty storage that is not open yet
 */
export function describeStorage(name: string, create: StorageFactory): void {
  for (const [area, { begin, suites }] of Object.entries(AREAS))
    describe(`${name}: ${area}`, () => {
      const storage = opened(create, begin);
      for (const [title, suite] of Object.entries(suites))
        describe(title, () => {
          suite(storage);
        });
    });
}
