import { DomainError } from '@content-service/kernel';
import type { Principal } from './principal.js';
import { ScopeSet } from './scope-set.js';

/** Who administers: a principal, or the operator at the command line, who may do everything. */
export type Administrator = Principal | { readonly kind: 'operator' };

/** On whose behalf something is changed, and from where. Fit to be an `Origin` of the audit log. */
export interface Initiator {
  readonly who: Administrator;
  /** The IP address, as a trusted proxy tells it; the operator has none. */
  readonly from?: string;
}

export const OPERATOR: Initiator = { who: { kind: 'operator' } };

/** A scope would be given away by somebody who does not hold it. */
export class ScopeNotHeld extends DomainError {
  constructor(scope: string) {
    super('scope_not_held', `This needs the scope '${scope}', which this token does not hold itself.`, {
      meta: { scope },
    });
  }
}

/**
 * Nobody gives away what they do not hold themselves, be it by a client, a role or the role of a user; and nobody gets
 * hold of a user, a client or a role that can do more than they can.
 *
 * @throws ScopeNotHeld naming the first scope that is missing
 */
export function requireHeld(who: Administrator, scopes: ScopeSet): void {
  const missing = who.kind === 'operator' ? undefined : scopes.firstOutside(who.scopes);
  if (missing !== undefined) throw new ScopeNotHeld(missing);
}

/** What a change of a scope set gives away: whoever edits it need not hold what was in it before. */
export function addedScopes(before: ScopeSet, after: ScopeSet): ScopeSet {
  return ScopeSet.of(...after.toArray().filter((scope) => !before.has(scope)));
}
