import type { AuditTrail } from '@content-service/audit';
import {
  changeVersioned,
  labelFault,
  Problems,
  requireVersion,
  type Versioned,
} from '@content-service/kernel';
import { addedScopes, type Initiator, isKnownScope, requireHeld, ScopeSet } from '@content-service/scopes';
import { RoleBuiltIn, RoleFieldInvalid, RoleInUse, RoleNameTaken, RoleUnknown } from './account.errors.js';
import type { RoleStore } from './account.store.js';
import { BUILT_IN_ROLES, type Role } from './role.js';

/** What an administrator says about a role. */
export interface RoleDraft {
  readonly name: string;
  readonly label: string;
  readonly scopes: readonly string[];
}

/** What can be changed later: users carry the name. */
export type RoleChange = Partial<Omit<RoleDraft, 'name'>>;

/** The roles of the site: the built-in ones and those made here. */
export class Roles {
  constructor(
    private readonly store: RoleStore,
    private readonly trail: AuditTrail,
  ) {}

  /** The built-in roles first, the others by name. */
  async list(): Promise<Role[]> {
    return [...BUILT_IN_ROLES, ...(await this.store.list())];
  }

  async find(name: string): Promise<Role | undefined> {
    return builtInRole(name) ?? (await this.store.find(name));
  }

  /** @throws RoleUnknown */
  async get(name: string): Promise<Role> {
    const role = await this.find(name);
    if (role === undefined) throw new RoleUnknown(name);
    return role;
  }

  /** What a role grants; one that does not exist grants nothing. */
  async scopesOf(name: string): Promise<ScopeSet> {
    return (await this.find(name))?.scopes ?? ScopeSet.none;
  }

  /** @throws RoleFieldInvalid (as `Problems` when there are several), RoleNameTaken, ScopeNotHeld */
  async create(draft: RoleDraft, by: Initiator): Promise<Role> {
    const { name, label } = draft;
    Problems.throwAny([...nameProblems(name), ...changeProblems(draft)]);
    const role: Role = { name, label, scopes: ScopeSet.of(...draft.scopes), builtIn: false, version: 1 };
    requireHeld(by.who, role.scopes);
    if (builtInRole(name) !== undefined || !(await this.store.insert(role))) throw new RoleNameTaken(name);
    await this.trail.record('role.created', by, name, { label, scopes: role.scopes.toArray() });
    return role;
  }

  /**
   * Users of the role have the scopes it loses until their access tokens expire, and those it gains after the next login
   * or refresh.
   *
   * @param expectedVersion the version the change is meant for; without it the present one
   * @throws RoleUnknown, RoleBuiltIn, RoleFieldInvalid (as `Problems` when there are several), ScopeNotHeld, Outdated,
   *   Contended
   */
  async update(name: string, said: RoleChange, by: Initiator, expectedVersion?: number): Promise<Role> {
    Problems.throwAny(changeProblems(said));
    const { after } = await changeVersioned(this.versioned(name), expectedVersion, (present) => {
      const scopes = said.scopes === undefined ? present.scopes : ScopeSet.of(...said.scopes);
      requireHeld(by.who, addedScopes(present.scopes, scopes));
      return { ...present, label: said.label ?? present.label, scopes };
    });
    const { label, scopes } = after;
    await this.trail.record('role.changed', by, name, { label, scopes: scopes.toArray() });
    return after;
  }

  /** @throws RoleUnknown, RoleBuiltIn, RoleInUse, Outdated */
  async delete(name: string, by: Initiator, expectedVersion?: number): Promise<void> {
    const versioned = this.versioned(name);
    requireVersion(versioned.what, await versioned.read(), expectedVersion);
    const outcome = await this.store.delete(name);
    if (outcome === 'unknown') throw new RoleUnknown(name);
    if (outcome === 'in use') throw new RoleInUse(name);
    await this.trail.record('role.deleted', by, name, {});
  }

  private versioned(name: string): Versioned<Role> {
    return {
      what: `The role '${name}'`,
      read: async () => {
        const role = await this.get(name);
        if (role.builtIn) throw new RoleBuiltIn(name);
        return role;
      },
      replace: (role, expectedVersion) => this.store.update(role, expectedVersion),
    };
  }
}

function builtInRole(name: string): Role | undefined {
  return BUILT_IN_ROLES.find((role) => role.name === name);
}

function nameProblems(name: string): RoleFieldInvalid[] {
  if (/^[a-z][a-z0-9_]{0,31}$/.test(name)) return [];
  return [
    new RoleFieldInvalid('/name', 'name must have up to 32 of a-z, 0-9 and _, beginning with a letter.'),
  ];
}

function changeProblems({ label, scopes = [] }: RoleChange): RoleFieldInvalid[] {
  const unknown = scopes.flatMap((scope, index) =>
    isKnownScope(scope) ? [] : [new RoleFieldInvalid(`/scopes/${index}`, `There is no scope '${scope}'.`)],
  );
  const fault = label === undefined ? undefined : labelFault(label);
  return fault === undefined ? unknown : [new RoleFieldInvalid('/label', `label ${fault}`), ...unknown];
}
