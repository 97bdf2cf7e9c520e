import { t } from '@lingui/core/macro';
import { useSyncExternalStore } from 'react';
import { createDeferred, type Deferred } from './deferred.js';

/** Whether the password was verified, for the requests that wait for it. */
let pending: Deferred<boolean> | undefined;
const listeners = new Set<() => void>();

/** The user has closed the dialog without a password; the request was not done. */
export class PasswordNotEntered extends Error {
  constructor() {
    super(t`It was not done, since it needs your password once more.`);
  }
}

/** Opens the dialog; requests at the same moment share it. @returns whether the password was verified */
export function requestReauthentication(): Promise<boolean> {
  if (pending !== undefined) return pending.promise;
  const next = createDeferred<boolean>();
  setPending(next);
  return next.promise;
}

/** Closes the dialog. */
export function settleReauthentication(isVerified: boolean): void {
  pending?.resolve(isVerified);
  setPending(undefined);
}

export function useIsReauthenticationPending(): boolean {
  return useSyncExternalStore(subscribe, () => pending !== undefined);
}

function setPending(next: typeof pending): void {
  pending = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
