import { AuditLog, AuditTrail } from '@content-service/audit';
import { TurnedClock, UuidV7Generator } from '@content-service/kernel';
import { type Initiator, ScopeNotHeld, ScopeSet } from '@content-service/scopes';
import { RoleBuiltIn, RoleInUse, RoleNameTaken, RoleUnknown } from './account.errors.js';
import { RoleStore } from './account.store.js';
import { BUILT_IN_ROLES, type Role } from './role.js';
import { Roles } from './roles.js';

class RoleShelf extends RoleStore {
  readonly shelf = new Map<string, Role>();
  inUse = false;

  override find = async (name: string): Promise<Role | undefined> => this.shelf.get(name);
  override list = async (): Promise<Role[]> => [...this.shelf.values()];
  override insert = async (role: Role): Promise<boolean> => {
    if (this.shelf.has(role.name)) return false;
    this.shelf.set(role.name, role);
    return true;
  };
  override update = async (role: Role, expectedVersion: number): Promise<boolean> => {
    if (this.shelf.get(role.name)?.version !== expectedVersion) return false;
    this.shelf.set(role.name, role);
    return true;
  };
  override delete = async (name: string): Promise<'deleted' | 'in use' | 'unknown'> =>
    this.inUse ? 'in use' : this.shelf.delete(name) ? 'deleted' : 'unknown';
}

class NoLog extends AuditLog {
  override append = async (): Promise<void> => undefined;
  override page = (): Promise<never> => Promise.reject(new Error('Not expected here.'));
  override prune = async (): Promise<void> => undefined;
}

const OPERATOR: Initiator = { who: { kind: 'operator' } };
const REVIEWER = { name: 'reviewer', label: 'Reviewer', scopes: ['content:administer'] };

function holderOf(...scopes: readonly string[]): Initiator {
  return { who: { kind: 'client', clientId: 'tool', scopes: ScopeSet.of(...scopes) } };
}

let store: RoleShelf;
let roles: Roles;
beforeEach(() => {
  store = new RoleShelf();
  roles = new Roles(store, new AuditTrail(new NoLog(), new UuidV7Generator(), new TurnedClock()));
});

describe('Roles', () => {
  it('a new role stands behind the built-in ones and grants what it names', async () => {
    const role = await roles.create(REVIEWER, holderOf('content:administer'));

    await expect(roles.list()).resolves.toEqual([...BUILT_IN_ROLES, role]);
    expect((await roles.scopesOf('reviewer')).toArray()).toEqual(['content:administer']);
  });

  it('a role that does not exist grants nothing', async () => {
    expect((await roles.scopesOf('reviewer')).size).toBe(0);
    await expect(roles.get('reviewer')).rejects.toThrow(RoleUnknown);
  });

  it.each(['reviewer', 'editor'])('a second %s cannot be made', async (name) => {
    await roles.create(REVIEWER, OPERATOR);

    await expect(roles.create({ ...REVIEWER, name }, OPERATOR)).rejects.toThrow(RoleNameTaken);
  });

  it('nobody makes a role that can do more', async () => {
    await expect(roles.create(REVIEWER, holderOf('member'))).rejects.toThrow(
      new ScopeNotHeld('content:administer'),
    );
  });

  it('a role grows only by scopes that are held', async () => {
    await roles.create(REVIEWER, OPERATOR);
    const scopes = ['content:administer', 'member'];

    await expect(roles.update('reviewer', { scopes }, holderOf('content:administer'))).rejects.toThrow(
      new ScopeNotHeld('member'),
    );
    const grown = await roles.update('reviewer', { scopes }, holderOf('member'));

    expect(grown).toMatchObject({ label: 'Reviewer', version: 2 });
    expect(grown.scopes.toArray()).toEqual(scopes);
  });

  it('names every fault', async () => {
    const role = roles.create({ name: 'Ünfit', label: ' ', scopes: ['member', 'x'] }, OPERATOR);

    await expect(role).rejects.toMatchObject({
      problems: ['/name', '/label', '/scopes/1'].map((pointer) => ({ place: { pointer } })),
    });
  });

  it('a role that users have is not deleted', async () => {
    await roles.create(REVIEWER, OPERATOR);
    store.inUse = true;

    await expect(roles.delete('reviewer', OPERATOR)).rejects.toThrow(RoleInUse);
  });

  it('built-in roles are neither changed nor deleted', async () => {
    await expect(roles.update('editor', { label: 'X' }, OPERATOR)).rejects.toThrow(RoleBuiltIn);
    await expect(roles.delete('editor', OPERATOR)).rejects.toThrow(RoleBuiltIn);
  });
});
