import { useSyncExternalStore } from 'react';
import type { SessionUser } from './access-tokens.js';

/** Who is signed in, and what their tokens may do. */
export interface Session {
  readonly user: SessionUser;
  readonly scopes: ReadonlySet<string>;
}

export type SessionState =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'signed in'; readonly session: Session }
  /** Who was signed in is no more, and may have typed something in since. */
  | { readonly kind: 'ended'; readonly session: Session };

let state: SessionState = { kind: 'unknown' };
const listeners = new Set<() => void>();

export function setSessionState(next: SessionState): void {
  state = next;
  for (const listener of listeners) listener();
}

export function sessionState(): SessionState {
  return state;
}

export function useSessionState(): SessionState {
  return useSyncExternalStore(subscribe, sessionState);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
