import { useState } from 'react';
import { isSame } from './is-same.js';

/** What somebody is typing in, and how it differs from what there was. */
export interface Draft<T extends object> {
  readonly values: T;
  readonly changes: Partial<T>;
  readonly isChanged: boolean;
  /** The version that is changed. */
  readonly etag: string | undefined;
  readonly set: <Name extends keyof T>(name: Name, value: T[Name]) => void;
  readonly reset: () => void;
}

interface Begun<T> {
  readonly original: T;
  readonly etag: string | undefined;
  readonly changes: Partial<T>;
}

/**
 * What others change meanwhile is taken over, except where it is what was typed in: then the draft stays one of the version
 * that was typed in, so that saving it finds out that somebody else was faster (412).
 *
 * @param original what there is
 * @param etag its version
 */
export function useDraft<T extends object>(original: T, etag?: string): Draft<T> {
  const [begun, setBegun] = useState<Begun<T>>({ original, etag, changes: {} });
  const upToDate = (draft: Begun<T>): Begun<T> =>
    namesOf(draft.changes).every((name) => isSame(draft.original[name], original[name]))
      ? { ...draft, original, etag }
      : draft;
  const draft = upToDate(begun);
  return {
    values: { ...draft.original, ...draft.changes },
    changes: draft.changes,
    isChanged: namesOf(draft.changes).length > 0,
    etag: draft.etag,
    set: (name, value) => {
      setBegun((before) => withChange(upToDate(before), name, value));
    },
    reset: () => {
      setBegun({ original, etag, changes: {} });
    },
  };
}

/** What is typed in as it was is no change. */
function withChange<T extends object>(draft: Begun<T>, name: keyof T, value: T[keyof T]): Begun<T> {
  const changes: Partial<T> = { ...draft.changes, [name]: value };
  const changed = namesOf(changes).filter((one) => !isSame(changes[one], draft.original[one]));
  return { ...draft, changes: Object.fromEntries(changed.map((one) => [one, changes[one]])) as Partial<T> };
}

function namesOf<T extends object>(values: T): readonly (keyof T)[] {
  return Object.keys(values) as (keyof T)[];
}
