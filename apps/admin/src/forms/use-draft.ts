import { useState } from 'react';
import { isSame } from './is-same.js';

/** The state of a form: the values with the user's changes, and the changes alone. */
export interface Draft<T extends object> {
  readonly values: T;
  /** The values that differ from the original. */
  readonly changes: Partial<T>;
  readonly isChanged: boolean;
  /** The version on which the changes are based. */
  readonly etag: string | undefined;
  readonly set: <Name extends keyof T>(name: Name, value: T[Name]) => void;
  readonly reset: () => void;
}

interface EditedDraft<T> {
  readonly original: T;
  readonly etag: string | undefined;
  readonly changes: Partial<T>;
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
  const rebase = (draft: EditedDraft<T>): EditedDraft<T> =>
    getNames(draft.changes).every((name) => isSame(draft.original[name], original[name]))
      ? { ...draft, original, etag }
      : draft;
  const draft = rebase(state);
  return {
    values: { ...draft.original, ...draft.changes },
    changes: draft.changes,
    isChanged: getNames(draft.changes).length > 0,
    etag: draft.etag,
    set: (name, value) => {
      setState((before) => withChange(rebase(before), name, value));
    },
    reset: () => {
      setState({ original, etag, changes: {} });
    },
  };
}

/** The draft with a value set; a value equal to the original is not a change. */
function withChange<T extends object>(
  draft: EditedDraft<T>,
  name: keyof T,
  value: T[keyof T],
): EditedDraft<T> {
  const changes: Partial<T> = { ...draft.changes, [name]: value };
  const changed = getNames(changes).filter((key) => !isSame(changes[key], draft.original[key]));
  return { ...draft, changes: Object.fromEntries(changed.map((key) => [key, changes[key]])) as Partial<T> };
}

function getNames<T extends object>(values: T): readonly (keyof T)[] {
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
