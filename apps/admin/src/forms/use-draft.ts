import { useState } from 'react';
import { isSame } from './is-same.js';

/** The state of a form: the values with the user's changes, and the changes alone. */
export interface Draft<T extends object> {
  readonly values: T;
  /** The stored values on which the changes are based. */
  readonly original: T;
  /** The values that differ from the original. */
  readonly changes: Partial<T>;
  readonly isChanged: boolean;
  /** The version on which the changes are based. */
  readonly etag: string | undefined;
  readonly set: <Name extends keyof T>(name: Name, value: T[Name]) => void;
  readonly reset: () => void;
  /** Replaces all changes by others, based on another version that the next fetch returns. */
  readonly rebase: (original: T, changes: Partial<T>, etag?: string) => void;
  /**
   * Follows a save while the user goes on typing: values that were sent stay as they were typed and are no changes any more;
   * those that were changed since are changes of the stored version.
   *
   * @param sent the values of the request
   * @param stored the values of the response
   * @param etag the version of the response
   */
  readonly settle: (sent: Partial<T>, stored: T, etag: string | undefined) => void;
}

interface EditedDraft<T> {
  readonly original: T;
  readonly etag: string | undefined;
  readonly changes: Partial<T>;
  /**
   * After `settle`: the stored values before and after the save. While a fetch returns one of them, `original` stays as `settle`
   * has set it.
   */
  readonly settled?: readonly T[];
}

/**
 * A draft that follows refetches of its original: a newer original replaces the older one unless it differs in a value that
 * the user has changed. Then the draft keeps the older version, and saving it fails with 412.
 *
 * @param original the stored values, of the last fetch
 * @param etag their version
 */
export function useDraft<T extends object>(original: T, etag?: string): Draft<T> {
  const [state, setState] = useState<EditedDraft<T>>({ original, etag, changes: {} });
  const follow = ({ settled, ...draft }: EditedDraft<T>): EditedDraft<T> => {
    if (settled?.some((version) => isSame(version, original)) === true) return { ...draft, settled };
    return getNames(draft.changes).every((name) => isSame(draft.original[name], original[name]))
      ? { ...draft, original, etag }
      : draft;
  };
  const draft = follow(state);
  return {
    values: { ...draft.original, ...draft.changes },
    original: draft.original,
    changes: draft.changes,
    isChanged: getNames(draft.changes).length > 0,
    etag: draft.etag,
    set: (name, value) => {
      setState((before) => withChange(follow(before), name, value));
    },
    reset: () => {
      setState({ original, etag, changes: {} });
    },
    rebase: (newer, changes, newEtag = etag) => {
      setState({ original: newer, etag: newEtag, changes: withoutEqual(changes, newer) });
    },
    settle: (sent, stored, newEtag) => {
      setState((before) => {
        const { original: older, changes } = follow(before);
        const typed: T = { ...older, ...changes };
        const next: T = { ...stored, ...sent };
        const touched = getNames({ ...changes, ...sent }).map((name) => [name, typed[name]]);
        return {
          ...{ original: next, etag: newEtag, settled: [original, stored] },
          changes: withoutEqual(Object.fromEntries(touched) as Partial<T>, next),
        };
      });
    },
  };
}

/** The draft with a value set; a value equal to the original is not a change. */
function withChange<T extends object>(
  draft: EditedDraft<T>,
  name: keyof T,
  value: T[keyof T],
): EditedDraft<T> {
  return { ...draft, changes: withoutEqual({ ...draft.changes, [name]: value }, draft.original) };
}

/** The values that differ from the original. */
function withoutEqual<T extends object>(values: Partial<T>, original: T): Partial<T> {
  const changed = getNames(values).filter((key) => !isSame(values[key], original[key]));
  return Object.fromEntries(changed.map((key) => [key, values[key]])) as Partial<T>;
}

function getNames<T extends object>(values: Partial<T>): readonly (keyof T)[] {
  return Object.keys(values) as (keyof T)[];
}

/** A handler that discards the draft and the error of the last save. */
export function resetForm(
  draft: Pick<Draft<object>, 'reset'>,
  action: { readonly reset: () => void },
): () => void {
  return () => {
    draft.reset();
    action.reset();
  };
}
