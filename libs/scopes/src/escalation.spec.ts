import { type Actor, assertMayGrant } from './escalation.js';
import { ScopeSet } from './principal.js';
import { ScopeNotHeld } from './scope.errors.js';
import { SCOPES } from './scope-vocabulary.js';

const ALL = SCOPES.map(({ name }) => name);

const createActor = (...scopes: readonly string[]): Actor => ({
  kind: 'client',
  clientId: 'tool',
  scopes: ScopeSet.of(...scopes),
});

describe('assertMayGrant', () => {
  it.each(ALL)('refuses an actor that lacks the scope %s', (scope) => {
    const allOthers = createActor(...ALL.filter((name) => name !== scope));

    expect(() => {
      assertMayGrant(allOthers, ScopeSet.of(scope));
    }).toThrow(new ScopeNotHeld(scope));
    expect(() => {
      assertMayGrant(createActor(scope), ScopeSet.of(scope));
    }).not.toThrow();
  });

  it('lets the operator grant every scope', () => {
    expect(() => {
      assertMayGrant({ kind: 'operator' }, ScopeSet.of(...ALL));
    }).not.toThrow();
  });

  it('refuses an anonymous actor', () => {
    expect(() => {
      assertMayGrant({ kind: 'anonymous', scopes: ScopeSet.none }, ScopeSet.of('member'));
    }).toThrow(ScopeNotHeld);
  });
});
