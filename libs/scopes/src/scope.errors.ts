import { DomainError } from '@content-service/kernel';
import type { Principal } from './principal.js';

/** The token is valid but was not granted what the act needs (specification, «Errors»). */
export class ScopeMissing extends DomainError {
  readonly scope: string;

  /** @param others which would do as well */
  constructor(scope: string, ...others: readonly string[]) {
    const list = [scope, ...others].map((name) => `'${name}'`).join(', ');
    const lack = others.length === 0 ? `the scope ${list}` : `every one of the scopes ${list}; it needs one`;
    super('scope_missing', `This token lacks ${lack}.`, { meta: { scope } });
    this.scope = scope;
  }
}

/** @throws ScopeMissing */
export function requireScope(principal: Principal, scope: string): void {
  if (!principal.scopes.has(scope)) throw new ScopeMissing(scope);
}

/** @throws ScopeMissing when the principal has none of them */
export function requireAnyScope(principal: Principal, scopes: readonly [string, ...string[]]): void {
  if (!scopes.some((scope) => principal.scopes.has(scope))) throw new ScopeMissing(...scopes);
}
