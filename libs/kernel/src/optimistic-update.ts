import { DomainError } from './domain-error.js';

/**
 * The stored version differs from the one that the client named in `If-Match`, or is one that it named in `If-None-Match`
 * (RFC 9110 §13.1.1, §13.1.2).
 */
export class ResourcePreconditionFailed extends DomainError {
  /** @param label the resource at the beginning of a sentence, such as `The user 0190…` */
  constructor(label: string, header: 'If-Match' | 'If-None-Match' = 'If-Match') {
    const refusal =
      header === 'If-Match'
        ? 'has been changed since; read it again.'
        : 'exists in a version that If-None-Match excludes.';
    super('outdated', `${label} ${refusal}`, { source: { header } });
  }
}

/** Every attempt to store the change met a newer version. */
export class ResourceWriteContended extends DomainError {
  constructor(label: string) {
    super('contended', `${label} is being changed by others at this moment; try again.`);
  }
}

/** Reads and replaces one stored resource that has a version. */
export interface VersionedResource<Stored extends { readonly version: number }> {
  /** The resource at the beginning of a sentence: `The role 'editor'`. */
  readonly label: string;
  /** @throws when the resource does not exist */
  readonly read: () => Promise<Stored>;
  /**
   * @param before the resource that `changed` was computed from
   * @returns false when the stored version is not `expectedVersion`
   */
  readonly store: (changed: Stored, expectedVersion: number, before: Stored) => Promise<boolean>;
}

export interface UpdateResult<Stored> {
  readonly before: Stored;
  readonly after: Stored;
}

const ATTEMPTS = 5;

/** The versions that a stored resource may have before a change: the number alone is `expected`. */
export type VersionCondition =
  | number
  | {
      /** The version from `If-Match`; without it any version is accepted. */
      readonly expected?: number;
      /** The versions from `If-None-Match`; `'*'` excludes every one. */
      readonly excluded: readonly number[] | '*';
    };

/**
 * @param condition the version from `If-Match` or the condition; without it any version is accepted
 * @throws ResourcePreconditionFailed
 */
export function assertVersion(
  label: string,
  current: { readonly version: number },
  condition: VersionCondition | undefined,
): void {
  const { expected = current.version, excluded = [] } =
    typeof condition === 'object' ? condition : { expected: condition };
  if (current.version !== expected) throw new ResourcePreconditionFailed(label);
  if (excluded === '*' || excluded.includes(current.version))
    throw new ResourcePreconditionFailed(label, 'If-None-Match');
}

/**
 * Changes a resource with an optimistic lock: reads it, applies `change` and stores the result if the version is still
 * the one read; otherwise repeats all three, up to 5 times.
 *
 * @param condition the version from `If-Match` or the condition; without it any version is accepted
 * @param change computes the new resource; nothing is stored when it throws
 * @throws ResourcePreconditionFailed, ResourceWriteContended, and whatever `read` and `change` throw
 */
export async function updateWithOptimisticLock<Stored extends { readonly version: number }>(
  { label, read, store }: VersionedResource<Stored>,
  condition: VersionCondition | undefined,
  change: (present: Stored) => Stored | Promise<Stored>,
): Promise<UpdateResult<Stored>> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const before = await read();
    assertVersion(label, before, condition);
    const after = { ...(await change(before)), version: before.version + 1 };
    if (await store(after, before.version, before)) return { before, after };
  }
  throw new ResourceWriteContended(label);
}
