import { useEffect } from 'react';
import { isNew } from '../entries/new-id.js';
import type { Identifier } from '../jsonapi/document.js';
import { useSession } from '../session/session-state.js';

/** An entry that the user has opened, without its title: it may change, and others may use this browser. */
export interface OpenedEntry extends Identifier {
  /** RFC 3339. */
  readonly at: string;
}

const LENGTH_MAXIMUM = 10;

const formatKey = (userId: string): string => `content-service.opened.${userId}`;

/** Notes in the browser that the user has opened an entry, once it is loaded. */
export function useNoteOpened(entry: Identifier | undefined): void {
  const { user } = useSession();
  const { type, id } = entry ?? {};
  useEffect(() => {
    if (type === undefined || id === undefined || isNew({ id })) return;
    const others = readOpened(user.id).filter((opened) => opened.id !== id);
    const opened = [{ type, id, at: new Date().toISOString() }, ...others].slice(0, LENGTH_MAXIMUM);
    try {
      localStorage.setItem(formatKey(user.id), JSON.stringify(opened));
    } catch {
      // The storage is full or forbidden: the start screen has the entries that the user has changed.
    }
  }, [type, id, user.id]);
}

/** The entries that a user has opened in this browser, the latest first. */
export function readOpened(userId: string): readonly OpenedEntry[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(formatKey(userId)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isOpened) : [];
  } catch {
    return [];
  }
}

/** Leaves out what has another shape, as of a later version. */
function isOpened(entry: unknown): entry is OpenedEntry {
  if (typeof entry !== 'object' || entry === null) return false;
  const { type, id, at } = entry as Partial<Record<keyof OpenedEntry, unknown>>;
  return typeof type === 'string' && typeof id === 'string' && typeof at === 'string';
}
