import { isKnownScope, SCOPES } from './scope-vocabulary.js';

describe('SCOPES', () => {
  it('contains the 22 scopes of the specification, each once', () => {
    expect(new Set(SCOPES.map(({ name }) => name)).size).toBe(22);
    expect(SCOPES).toHaveLength(22);
    expect(isKnownScope('canvas:media:image:create')).toBe(true);
    expect(isKnownScope('content:read')).toBe(false);
  });
});
