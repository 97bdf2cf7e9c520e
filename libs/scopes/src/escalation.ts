import type { Principal, ScopeSet } from './principal.js';
import { ScopeNotHeld } from './scope.errors.js';

/** The author of an administrative change: a principal, or the operator at the command line, who is not restricted. */
export type Actor = Principal | { readonly kind: 'operator' };

/** The actor of a change and the address of the request. Can be used as the `AuditContext` of the audit log. */
export interface ActorContext {
  readonly actor: Actor;
  /** The IP address of the client, as reported by a trusted proxy; absent for the operator. */
  readonly ipAddress?: string;
}

export const OPERATOR_CONTEXT: ActorContext = { actor: { kind: 'operator' } };

/**
 * Prevents privilege escalation: an actor may grant only scopes that it holds, whether through a client, a role or the
 * role of a user, and may change only users, clients and roles whose scopes it holds.
 *
 * @param scopes the scopes that are granted, or those of the object that is changed
 * @throws ScopeNotHeld naming the first scope that is missing
 */
export function assertMayGrant(actor: Actor, scopes: ScopeSet): void {
  const missing = actor.kind === 'operator' ? undefined : scopes.firstMissingFrom(actor.scopes);
  if (missing !== undefined) throw new ScopeNotHeld(missing);
}
