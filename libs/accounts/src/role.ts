import { type ChangeOf, LABEL_RULE, type MemberRules, type NewOf } from '@content-service/kernel';
import { ScopeSet, SCOPES } from '@content-service/scopes';

/** What can be changed later: users carry the name. The names of scopes are compared with the vocabulary. */
export const CHANGED_ROLE_MEMBERS = {
  label: { type: 'string', ...LABEL_RULE, required: true, description: 'Shown to administrators.' },
  scopes: { type: 'array', items: { type: 'string' }, required: true },
} as const satisfies MemberRules;

/** What a new role is made of. */
export const NEW_ROLE_MEMBERS = {
  name: {
    type: 'string',
    pattern: '^[a-z][a-z0-9_]{0,31}$',
    mismatch: {
      message: 'name must have up to 32 of a-z, 0-9 and _, beginning with a letter.',
      rule: { format: 'machine-name' },
    },
    required: true,
  },
  ...CHANGED_ROLE_MEMBERS,
} as const satisfies MemberRules;

export type RoleDraft = NewOf<typeof NEW_ROLE_MEMBERS>;
export type RoleChange = ChangeOf<typeof CHANGED_ROLE_MEMBERS>;

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
