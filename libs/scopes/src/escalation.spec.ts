import { addedScopes, type Administrator, requireHeld, ScopeNotHeld } from './escalation.js';
import { ScopeSet } from './scope-set.js';
import { SCOPES } from './scope-vocabulary.js';

const ALL = SCOPES.map(({ name }) => name);

const holderOf = (...scopes: readonly string[]): Administrator => ({
  kind: 'client',
  clientId: 'tool',
  scopes: ScopeSet.of(...scopes),
});

describe('requireHeld', () => {
  it.each(ALL)('nobody gives %s away without holding it', (scope) => {
    const allOthers = holderOf(...ALL.filter((name) => name !== scope));

    expect(() => {
      requireHeld(allOthers, ScopeSet.of(scope));
    }).toThrow(new ScopeNotHeld(scope));
    expect(() => {
      requireHeld(holderOf(scope), ScopeSet.of(scope));
    }).not.toThrow();
  });

  it('the operator gives everything away', () => {
    expect(() => {
      requireHeld({ kind: 'operator' }, ScopeSet.of(...ALL));
    }).not.toThrow();
  });

  it('nobody without a token gives anything away', () => {
    expect(() => {
      requireHeld({ kind: 'anonymous', scopes: ScopeSet.none }, ScopeSet.of('member'));
    }).toThrow(ScopeNotHeld);
  });
});

describe('addedScopes', () => {
  it('is what a set has after a change and had not before', () => {
    const added = addedScopes(
      ScopeSet.of('member', 'menu:administer'),
      ScopeSet.of('member', 'media:administer'),
    );

    expect(added.toArray()).toEqual(['media:administer']);
  });
});
