import { useSyncExternalStore } from 'react';
import type { SessionUser } from './access-token-cache.js';

/** The signed-in user and the scopes of their access tokens. */
export interface Session {
  readonly user: SessionUser;
  readonly scopes: ReadonlySet<string>;
}

export type SessionState =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'signed in'; readonly session: Session }
  /** After the end of a session; screens may hold unsaved input. */
  | { readonly kind: 'ended'; readonly session: Session };

let state: SessionState = { kind: 'unknown' };
const listeners = new Set<() => void>();

export function setSessionState(next: SessionState): void {
  state = next;
  for (const listener of listeners) listener();
}

export function getSessionState(): SessionState {
  return state;
}

export function useSessionState(): SessionState {
  return useSyncExternalStore(subscribe, getSessionState);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * The session of the user.
 *
 * @throws Error outside `SessionGate`, before the session is known
 */
export function useSession(): Session {
  const state = useSessionState();
  if (state.kind === 'unknown')
    throw new Error('useSession is used outside SessionGate: there is no session yet.');
  return state.session;
}

/** Whether the user holds one of the scopes. */
export function useHasScope(...anyOf: readonly string[]): boolean {
  const { scopes } = useSession();
  return anyOf.some((scope) => scopes.has(scope));
}
