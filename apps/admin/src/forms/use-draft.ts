import { useState } from 'react';
import { isSame } from './is-same.js';

/** What somebody is typing in, and how it differs from what there was. */
export interface Draft<T extends object> {
  readonly values: T;
  readonly changes: Partial<T>;
  readonly isChanged: boolean;
  readonly set: <Name extends keyof T>(name: Name, value: T[Name]) => void;
  readonly reset: () => void;
}

/** @param original what there was; when it changes, what was typed in stays */
export function useDraft<T extends object>(original: T): Draft<T> {
  const [typed, setTyped] = useState<Partial<T>>({});
  const names = Object.keys(typed) as (keyof T)[];
  const changed = names.filter((name) => !isSame(typed[name], original[name]));
  const changes = Object.fromEntries(changed.map((name) => [name, typed[name]])) as Partial<T>;
  return {
    values: { ...original, ...typed },
    changes,
    isChanged: changed.length > 0,
    set: (name, value) => {
      setTyped((before) => ({ ...before, [name]: value }));
    },
    reset: () => {
      setTyped({});
    },
  };
}
