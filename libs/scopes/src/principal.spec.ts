import { ANONYMOUS, assertScope, type Principal, ScopeSet } from './principal.js';
import { ScopeMissing } from './scope.errors.js';

describe('ScopeSet', () => {
  it('parses and formats the scope parameter', () => {
    expect(ScopeSet.parse(' member  content:administer member ').toString()).toBe(
      'member content:administer',
    );
    expect(ScopeSet.parse('').size).toBe(0);
  });

  it('finds the first scope that another set lacks', () => {
    const allowed = ScopeSet.of('member', 'menu:administer');

    expect(ScopeSet.of('member', 'x', 'y').firstMissingFrom(allowed)).toBe('x');
    expect(ScopeSet.of('member').firstMissingFrom(allowed)).toBeUndefined();
    expect(allowed.intersect(ScopeSet.parse('x member')).toArray()).toEqual(['member']);
  });

  it('equals a set of the same scopes in any order', () => {
    expect(ScopeSet.of('a', 'b').equals(ScopeSet.of('b', 'a'))).toBe(true);
    expect(ScopeSet.of('a').equals(ScopeSet.of('a', 'b'))).toBe(false);
  });
});

describe('assertScope', () => {
  it('throws ScopeMissing with the name of the missing scope', () => {
    const client: Principal = { kind: 'client', clientId: 'c', scopes: ScopeSet.of('member') };

    expect(() => {
      assertScope(client, 'content:administer');
    }).toThrow(new ScopeMissing('content:administer'));
    expect(() => {
      assertScope(ANONYMOUS, 'member');
    }).toThrow("lacks the scope 'member'");
    expect(() => {
      assertScope(client, 'member');
    }).not.toThrow();
  });
});
