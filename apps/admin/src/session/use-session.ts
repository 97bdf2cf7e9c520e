import { type Session, useSessionState } from './session-state.js';

/** Who is signed in; below `SessionGate` somebody is. */
export function useSession(): Session {
  const state = useSessionState();
  if (state.kind === 'unknown') throw new Error('Nobody is signed in.');
  return state.session;
}

/** Whether the user's tokens hold one of the scopes. */
export function useMay(...anyOf: readonly string[]): boolean {
  const { scopes } = useSession();
  return anyOf.some((scope) => scopes.has(scope));
}
