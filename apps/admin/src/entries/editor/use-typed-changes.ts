import { useState } from 'react';
import { isSame } from '../../forms/is-same.js';
import type { Draft } from '../../forms/use-draft.js';
import type { Values } from '../values.js';

type EntryDraft = Draft<Record<string, Values[string]>>;

/** A value that the user has typed, and the one that it replaced. */
interface TypedValue {
  readonly before: Values[string];
  readonly typed: Values[string];
}

interface TypedChanges {
  /** The draft; what is set through it is remembered. */
  readonly draft: EntryDraft;
  /** Whether the form has something that the user has typed since it was opened or saved by hand, also if it was saved automatically. */
  readonly isTyped: boolean;
  /** Sets these values back. @returns those that were saved automatically meanwhile: they are to be saved again */
  readonly discard: () => Values;
  /** Takes values that were saved by hand as those to come back to, also those of fields in which was typed since. */
  readonly settle: (sent: Values) => void;
}

/** What the user has typed into a form that is saved automatically, so that it can be discarded. */
export function useTypedChanges(draft: EntryDraft): TypedChanges {
  const [known, setKnown] = useState<Readonly<Record<string, TypedValue>>>({});
  // What another user has saved since in a field stays.
  const own = Object.entries(known).filter(([name, { typed }]) => isSame(draft.values[name], typed));
  if (own.length < Object.keys(known).length) setKnown(Object.fromEntries(own));
  const changed = own.filter(([, { before, typed }]) => !isSame(typed, before));
  return {
    draft: {
      ...draft,
      set: (name, typed) => {
        setKnown((earlier) => {
          const { before = draft.values[name] ?? null } = earlier[name] ?? {};
          return { ...earlier, [name]: { before, typed } };
        });
        draft.set(name, typed);
      },
    },
    isTyped: changed.length > 0,
    discard: () => {
      const before = Object.fromEntries(changed.map(([name, value]) => [name, value.before]));
      for (const [name, value] of Object.entries(before)) draft.set(name, value);
      setKnown({});
      return Object.fromEntries(
        Object.entries(before).filter(([name, value]) => !isSame(draft.original[name], value)),
      );
    },
    settle: (sent) => {
      const since = Object.entries(known).filter(
        ([name, { typed }]) => name in draft.changes && !isSame(typed, sent[name]),
      );
      setKnown(
        Object.fromEntries(
          since.map(([name, { before, typed }]) => [name, { before: sent[name] ?? before, typed }]),
        ),
      );
    },
  };
}
