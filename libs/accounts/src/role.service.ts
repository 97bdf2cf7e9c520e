import type { AuditTrail } from '@content-service/audit';
import { toReturningVersion } from '@content-service/entries';
import {
  type Clock,
  findMemberProblems,
  type UpdateResult,
  updateWithOptimisticLock,
  AggregateDomainError,
  assertVersion,
  type VersionedResource,
  type VersionCondition,
} from '@content-service/kernel';
import {
  type ActorContext,
  formatUnknownScope,
  isKnownScope,
  assertMayGrant,
  ScopeSet,
} from '@content-service/scopes';
import { RoleBuiltIn, RoleFieldInvalid, RoleInUse, RoleNameTaken, RoleNotFound } from './account.errors.js';
import type { RoleStore } from './account.store.js';
import { BUILT_IN_ROLES, NEW_ROLE_MEMBERS, type Role, type RoleChange, type RoleDraft } from './role.js';

/** The roles of the site: the built-in ones and those made here. */
export class RoleService {
  constructor(
    private readonly store: RoleStore,
    private readonly trail: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** The built-in roles first, the others by name. */
  async list(): Promise<Role[]> {
    return [...BUILT_IN_ROLES, ...(await this.store.list())];
  }

  /** All roles when there is none with the name, `undefined` when there is. */
  async listUnless(name: string): Promise<readonly Role[] | undefined> {
    return (await this.find(name)) === undefined ? this.list() : undefined;
  }

  async find(name: string): Promise<Role | undefined> {
    return findBuiltInRole(name) ?? (await this.store.find(name));
  }

  /** @throws RoleNotFound */
  async get(name: string): Promise<Role> {
    const role = await this.find(name);
    if (role === undefined) throw new RoleNotFound(name);
    return role;
  }

  /** What a role grants; one that does not exist grants nothing. */
  async findScopes(name: string): Promise<ScopeSet> {
    return (await this.find(name))?.scopes ?? ScopeSet.none;
  }

  /** @throws RoleFieldInvalid (as `AggregateDomainError` when there are several), RoleNameTaken, ScopeNotHeld */
  async create(draft: RoleDraft, actorContext: ActorContext): Promise<Role> {
    const { name, label } = draft;
    AggregateDomainError.throwIfAny(findRoleProblems(draft));
    // Above those of a deleted role with this name, so that an `If-Match` of that one is refused.
    const version = toReturningVersion(this.clock.now());
    const role: Role = { name, label, scopes: ScopeSet.of(...draft.scopes), builtIn: false, version };
    assertMayGrant(actorContext.actor, role.scopes);
    if (findBuiltInRole(name) !== undefined) throw new RoleNameTaken(name);
    const details = { label, scopes: role.scopes.toArray() };
    const event = this.trail.createEvent('role.created', actorContext, name, details);
    if (!(await this.trail.commit([event], (auditLines) => this.store.insert(role, auditLines))))
      throw new RoleNameTaken(name);
    return role;
  }

  /**
   * Changes the role; the actor must hold every scope that it has and gets. Users get the scopes it gains with their next access
   * token; the caller revokes the access tokens that hold scopes it loses.
   *
   * @param expectedVersion the version the change is meant for; without it the current one
   * @param beforeChange called with the authorized change right before it is stored, once for each attempt
   * @throws RoleNotFound, RoleBuiltIn, RoleFieldInvalid (as `AggregateDomainError` when there are several), ScopeNotHeld, ResourcePreconditionFailed,
   *   ResourceWriteContended
   */
  async update(
    name: string,
    draft: RoleChange,
    actorContext: ActorContext,
    expectedVersion?: VersionCondition,
    beforeChange?: (change: UpdateResult<Role>) => Promise<void>,
  ): Promise<UpdateResult<Role>> {
    AggregateDomainError.throwIfAny(findRoleProblems(draft));
    return updateWithOptimisticLock(
      this.toVersionedResource(name, actorContext),
      expectedVersion,
      async (present) => {
        const scopes = draft.scopes === undefined ? present.scopes : ScopeSet.of(...draft.scopes);
        assertMayGrant(actorContext.actor, present.scopes);
        assertMayGrant(actorContext.actor, scopes);
        const after = { ...present, label: draft.label ?? present.label, scopes };
        await beforeChange?.({ before: present, after });
        return after;
      },
    );
  }

  /** @throws RoleNotFound, RoleBuiltIn, RoleInUse, ScopeNotHeld, ResourcePreconditionFailed */
  async delete(name: string, actorContext: ActorContext, expectedVersion?: VersionCondition): Promise<void> {
    const versioned = this.toVersionedResource(name, actorContext);
    const role = await versioned.read();
    assertVersion(versioned.label, role, expectedVersion);
    assertMayGrant(actorContext.actor, role.scopes);
    const event = this.trail.createEvent('role.deleted', actorContext, name, {});
    const outcome = await this.trail.commit(
      [event],
      (auditLines) => this.store.delete(name, auditLines),
      (result) => result === 'deleted',
    );
    if (outcome === 'unknown') throw new RoleNotFound(name);
    if (outcome === 'in use') throw new RoleInUse(name);
  }

  /** Updates are recorded as changes by the actor. */
  private toVersionedResource(name: string, actorContext: ActorContext): VersionedResource<Role> {
    return {
      label: `The role '${name}'`,
      read: async () => {
        const role = await this.get(name);
        if (role.builtIn) throw new RoleBuiltIn(name);
        return role;
      },
      store: (role, expectedVersion) => {
        const details = { label: role.label, scopes: role.scopes.toArray() };
        const event = this.trail.createEvent('role.changed', actorContext, name, details);
        return this.trail.commit([event], (auditLines) =>
          this.store.update(role, expectedVersion, auditLines),
        );
      },
    };
  }
}

function findBuiltInRole(name: string): Role | undefined {
  return BUILT_IN_ROLES.find((role) => role.name === name);
}

/** The problems of the members of a new or changed role. */
export function findRoleProblems(members: Partial<RoleDraft>): readonly RoleFieldInvalid[] {
  const given = Object.entries(NEW_ROLE_MEMBERS).flatMap(([name, rule]) => {
    const value = members[name as keyof RoleDraft];
    return value === undefined ? [] : findMemberProblems(name, rule, value);
  });
  return [
    ...given.map(({ pointer, message, rule }) => new RoleFieldInvalid(pointer, message, rule)),
    ...findUnknownScopes(members),
  ];
}

function findUnknownScopes({ scopes = [] }: Partial<RoleDraft>): RoleFieldInvalid[] {
  return scopes.flatMap((scope, index) =>
    isKnownScope(scope)
      ? []
      : [new RoleFieldInvalid(`/scopes/${index}`, formatUnknownScope(scope), { format: 'scope' })],
  );
}
