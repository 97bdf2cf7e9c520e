import { ScopeSet, SCOPES } from '@content-service/scopes';

/** A named set of scopes: the most that a user's tokens can hold. */
export interface Role {
  /** The machine name, such as `editor`. */
  readonly name: string;
  readonly label: string;
  readonly scopes: ScopeSet;
  /** Part of the service: neither changed nor deleted. */
  readonly builtIn: boolean;
  /** Rises by one with every change; 1 of a built-in role. */
  readonly version: number;
}

/** The roles every site has. They are not stored, so that a new scope of the vocabulary reaches them at once. */
export const BUILT_IN_ROLES: readonly Role[] = [
  defineBuiltInRole('administrator', 'Administrator', () => true),
  defineBuiltInRole('editor', 'Editor', (scope) => /^(content|media|taxonomy|menu|canvas):/.test(scope)),
  defineBuiltInRole('member', 'Member', (scope) => scope === 'member'),
];

function defineBuiltInRole(name: string, label: string, grants: (scope: string) => boolean): Role {
  const scopes = ScopeSet.of(...SCOPES.map((scope) => scope.name).filter(grants));
  return { name, label, scopes, builtIn: true, version: 1 };
}
