import { DomainError } from '@content-service/kernel';

/** The token is valid but was not granted a required scope: 403 (specification, «Errors»). */
export class ScopeMissing extends DomainError {
  readonly scope: string;

  /** @param others alternative scopes, each of which would suffice */
  constructor(scope: string, ...others: readonly string[]) {
    const list = [scope, ...others].map((name) => `'${name}'`).join(', ');
    const lack = others.length === 0 ? `the scope ${list}` : `every one of the scopes ${list}; it needs one`;
    super('scope_missing', `This token lacks ${lack}.`, { meta: { scope } });
    this.scope = scope;
  }
}

/** An actor tried to grant a scope that it does not hold. */
export class ScopeNotHeld extends DomainError {
  constructor(scope: string) {
    super('scope_not_held', `This needs the scope '${scope}', which this token does not hold itself.`, {
      meta: { scope },
    });
  }
}
