import { ANONYMOUS, type Principal } from './principal.js';
import { requireScope, ScopeMissing } from './scope.errors.js';
import { ScopeSet } from './scope-set.js';
import { isKnownScope, SCOPES } from './scope-vocabulary.js';

describe('the scope vocabulary', () => {
  it('has the 22 scopes of the specification, each once', () => {
    expect(new Set(SCOPES.map(({ name }) => name)).size).toBe(22);
    expect(SCOPES).toHaveLength(22);
    expect(isKnownScope('canvas:media:image:create')).toBe(true);
    expect(isKnownScope('content:read')).toBe(false);
  });
});

describe('a set of scopes', () => {
  it('is read from and written to the form of the scope parameter', () => {
    expect(ScopeSet.parse(' member  content:administer member ').toString()).toBe(
      'member content:administer',
    );
    expect(ScopeSet.parse('').size).toBe(0);
  });

  it('names the first scope that another one lacks', () => {
    const allowed = ScopeSet.of('member', 'menu:administer');

    expect(ScopeSet.of('member', 'x', 'y').firstOutside(allowed)).toBe('x');
    expect(ScopeSet.of('member').firstOutside(allowed)).toBeUndefined();
    expect(allowed.intersect(ScopeSet.parse('x member')).toArray()).toEqual(['member']);
  });

  it('equals another one of the same scopes in any order', () => {
    expect(ScopeSet.of('a', 'b').equals(ScopeSet.of('b', 'a'))).toBe(true);
    expect(ScopeSet.of('a').equals(ScopeSet.of('a', 'b'))).toBe(false);
  });
});

describe('a principal', () => {
  it('without the scope is told which one it lacks', () => {
    const client: Principal = { kind: 'client', clientId: 'c', scopes: ScopeSet.of('member') };

    expect(() => {
      requireScope(client, 'content:administer');
    }).toThrow(new ScopeMissing('content:administer'));
    expect(() => {
      requireScope(ANONYMOUS, 'member');
    }).toThrow("lacks the scope 'member'");
    expect(() => {
      requireScope(client, 'member');
    }).not.toThrow();
  });
});
