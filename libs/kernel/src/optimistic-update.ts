import { DomainError } from './domain-error.js';

/** The stored version differs from the one that the client named in `If-Match` (RFC 9110 §13.1.1). */
export class VersionOutdated extends DomainError {
  /** @param label the record at the beginning of a sentence, such as `The user 0190…` */
  constructor(label: string) {
    super('outdated', `${label} has been changed since; read it again.`, { source: { header: 'If-Match' } });
  }
}

/** Every attempt to store the change met a newer version. */
export class TooManyConcurrentUpdates extends DomainError {
  constructor(label: string) {
    super('contended', `${label} is being changed by others at this moment; try again.`);
  }
}

/** Reads and replaces one stored record that has a version. */
export interface VersionedRecord<Stored extends { readonly version: number }> {
  /** The record at the beginning of a sentence: `The role 'editor'`. */
  readonly label: string;
  /** @throws when the record does not exist */
  readonly read: () => Promise<Stored>;
  /**
   * @param before the record that `changed` was computed from
   * @returns false when the stored version is not `expectedVersion`
   */
  readonly store: (changed: Stored, expectedVersion: number, before: Stored) => Promise<boolean>;
}

export interface UpdateResult<Stored> {
  readonly before: Stored;
  readonly after: Stored;
}

const ATTEMPTS = 5;

/**
 * @param expectedVersion the version from `If-Match`; without it any version is accepted
 * @throws VersionOutdated
 */
export function assertVersion(
  label: string,
  current: { readonly version: number },
  expectedVersion: number | undefined,
): void {
  if (current.version !== (expectedVersion ?? current.version)) throw new VersionOutdated(label);
}

/**
 * Changes a record with an optimistic lock: reads it, applies `change` and stores the result if the version is still
 * the one read; otherwise repeats all three, up to 5 times.
 *
 * @param expectedVersion the version from `If-Match`; without it any version is accepted
 * @param change computes the new record; nothing is stored when it throws
 * @throws VersionOutdated, TooManyConcurrentUpdates, and whatever `read` and `change` throw
 */
export async function updateWithOptimisticLock<Stored extends { readonly version: number }>(
  { label, read, store }: VersionedRecord<Stored>,
  expectedVersion: number | undefined,
  change: (present: Stored) => Stored | Promise<Stored>,
): Promise<UpdateResult<Stored>> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const before = await read();
    assertVersion(label, before, expectedVersion);
    const after = { ...(await change(before)), version: before.version + 1 };
    if (await store(after, before.version, before)) return { before, after };
  }
  throw new TooManyConcurrentUpdates(label);
}
