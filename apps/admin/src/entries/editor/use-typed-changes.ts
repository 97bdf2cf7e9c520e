import { useState } from 'react';
import { isSame } from '../../forms/is-same.js';
import type { Draft } from '../../forms/use-draft.js';
import type { Values } from '../values.js';

type EntryDraft = Draft<Record<string, Values[string]>>;

interface TypedChanges {
  /** The draft; what is set through it is remembered. */
  readonly draft: EntryDraft;
  /** Whether the user has changed something since the entry was opened or saved by hand, also if it was saved automatically. */
  readonly isTyped: boolean;
  /** Sets the values back. @returns those that were saved automatically meanwhile: they are to be saved again */
  readonly discard: () => Values;
  /** Takes what is in the form as the values to come back to. */
  readonly forget: () => void;
}

/** What the user has typed into a form that is saved automatically, so that it can be discarded. */
export function useTypedChanges(draft: EntryDraft): TypedChanges {
  // The values of the fields that the user has changed, before the first change: others may have changed them since the entry was opened.
  const [before, setBefore] = useState<Values>({});
  return {
    draft: {
      ...draft,
      set: (name, value) => {
        setBefore((known) => (name in known ? known : { ...known, [name]: draft.values[name] ?? null }));
        draft.set(name, value);
      },
    },
    isTyped: Object.entries(before).some(([name, value]) => !isSame(draft.values[name], value)),
    discard: () => {
      for (const [name, value] of Object.entries(before)) draft.set(name, value);
      setBefore({});
      return Object.fromEntries(
        Object.entries(before).filter(([name, value]) => !isSame(draft.original[name], value)),
      );
    },
    forget: () => {
      setBefore({});
    },
  };
}
