import { DomainError } from './domain-error.js';

/** What was to be changed is not the version any more that the change was made for (RFC 9110 §13.1.1). */
export class Outdated extends DomainError {
  /** @param what such as `The user 0190…` */
  constructor(what: string) {
    super('outdated', `${what} has been changed since; read it again.`, { place: { header: 'If-Match' } });
  }
}

/** Others changed it each time while this change was being made. */
export class Contended extends DomainError {
  constructor(what: string) {
    super('contended', `${what} is being changed by others at this moment; try again.`);
  }
}

/** How to read and replace one stored record that has a version. */
export interface Versioned<Stored extends { readonly version: number }> {
  /** What it is, at the beginning of a sentence: `The role 'editor'`. */
  readonly what: string;
  /** @throws when there is none */
  readonly read: () => Promise<Stored>;
  /** @returns false when the stored version is not `expectedVersion` */
  readonly replace: (changed: Stored, expectedVersion: number) => Promise<boolean>;
}

export interface Changed<Stored> {
  readonly before: Stored;
  readonly after: Stored;
}

const ATTEMPTS = 5;

/**
 * @param expectedVersion the version somebody saw who wants to change no other (`If-Match`); without it any will do
 * @throws Outdated
 */
export function requireVersion(
  what: string,
  present: { readonly version: number },
  expectedVersion: number | undefined,
): void {
  if (present.version !== (expectedVersion ?? present.version)) throw new Outdated(what);
}

/**
 * Changes a record on the version it has; when others were faster, works the change out anew from what they left.
 *
 * @param expectedVersion the version somebody saw who wants to change no other (`If-Match`)
 * @param change throws when the change cannot be, and then nothing is stored
 * @throws Outdated, Contended, and whatever `read` and `change` throw
 */
export async function changeVersioned<Stored extends { readonly version: number }>(
  { what, read, replace }: Versioned<Stored>,
  expectedVersion: number | undefined,
  change: (present: Stored) => Stored | Promise<Stored>,
): Promise<Changed<Stored>> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const before = await read();
    requireVersion(what, before, expectedVersion);
    const after = { ...(await change(before)), version: before.version + 1 };
    if (await replace(after, before.version)) return { before, after };
  }
  throw new Contended(what);
}
