import { useSyncExternalStore } from 'react';

/** A request that waits for the re-authentication of the user. */
interface PendingReauthentication {
  readonly promise: Promise<boolean>;
  readonly settle: (isVerified: boolean) => void;
}

let pending: PendingReauthentication | undefined;
const listeners = new Set<() => void>();

/** Opens the dialog; requests at the same moment share it. @returns whether the password was verified */
export function requestReauthentication(): Promise<boolean> {
  if (pending !== undefined) return pending.promise;
  let settle: PendingReauthentication['settle'] = () => undefined;
  const promise = new Promise<boolean>((resolve) => {
    settle = resolve;
  });
  setPending({ promise, settle });
  return promise;
}

/** Closes the dialog. */
export function settleReauthentication(isVerified: boolean): void {
  pending?.settle(isVerified);
  setPending(undefined);
}

export function useIsReauthenticationPending(): boolean {
  return useSyncExternalStore(subscribe, () => pending !== undefined);
}

function setPending(next: PendingReauthentication | undefined): void {
  pending = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
