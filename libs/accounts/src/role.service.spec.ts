import { AuditTrail } from '@content-service/audit';
import { FakeClock, UuidV7Generator, ResourcePreconditionFailed } from '@content-service/kernel';
import { type ActorContext, ScopeNotHeld, ScopeSet } from '@content-service/scopes';
import { RoleBuiltIn, RoleInUse, RoleNameTaken, RoleNotFound } from './account.errors.js';
import { InMemoryAuditLog, InMemoryRoleStore } from './in-memory-stores.fixture.js';
import { BUILT_IN_ROLES } from './role.js';
import { RoleService } from './role.service.js';

const OPERATOR: ActorContext = { actor: { kind: 'operator' } };
const REVIEWER = { name: 'reviewer', label: 'Reviewer', scopes: ['content:administer'] };

function createContext(...scopes: readonly string[]): ActorContext {
  return { actor: { kind: 'client', clientId: 'tool', scopes: ScopeSet.of(...scopes) } };
}

let store: InMemoryRoleStore;
let roles: RoleService;
let clock: FakeClock;
beforeEach(() => {
  store = new InMemoryRoleStore();
  clock = new FakeClock();
  roles = new RoleService(store, new AuditTrail(new InMemoryAuditLog(), new UuidV7Generator(), clock), clock);
});

describe('RoleService', () => {
  it('a new role is listed after the built-in ones and grants its scopes', async () => {
    const role = await roles.create(REVIEWER, createContext('content:administer'));

    await expect(roles.list()).resolves.toEqual([...BUILT_IN_ROLES, role]);
    expect((await roles.findScopes('reviewer')).toArray()).toEqual(['content:administer']);
  });

  it('a role that does not exist grants nothing', async () => {
    expect((await roles.findScopes('reviewer')).size).toBe(0);
    await expect(roles.get('reviewer')).rejects.toThrow(RoleNotFound);
  });

  it.each(['reviewer', 'editor'])('a second role %s is refused', async (name) => {
    await roles.create(REVIEWER, OPERATOR);

    await expect(roles.create({ ...REVIEWER, name }, OPERATOR)).rejects.toThrow(RoleNameTaken);
  });

  it('create throws ScopeNotHeld for scopes that the actor lacks', async () => {
    await expect(roles.create(REVIEWER, createContext('member'))).rejects.toThrow(
      new ScopeNotHeld('content:administer'),
    );
  });

  it('update adds only scopes that the actor holds', async () => {
    const { version } = await roles.create(REVIEWER, OPERATOR);
    const scopes = ['content:administer', 'member'];

    await expect(roles.update('reviewer', { scopes }, createContext('content:administer'))).rejects.toThrow(
      new ScopeNotHeld('member'),
    );
    const { after: grown } = await roles.update('reviewer', { scopes }, createContext(...scopes));

    expect(grown).toMatchObject({ label: 'Reviewer', version: version + 1 });
    expect(grown.scopes.toArray()).toEqual(scopes);
  });

  it.each([{ label: 'Other' }, { scopes: [] }, { scopes: ['member'] }])(
    'a role with further scopes is neither changed (%j) nor deleted',
    async (change) => {
      const role = await roles.create(REVIEWER, OPERATOR);
      const missing = new ScopeNotHeld('content:administer');

      await expect(roles.update('reviewer', change, createContext('member'))).rejects.toThrow(missing);
      await expect(roles.delete('reviewer', createContext('member'))).rejects.toThrow(missing);
      await expect(roles.get('reviewer')).resolves.toEqual(role);
    },
  );

  it('a change that was meant for a deleted role is refused by a new one with its name', async () => {
    const { version } = await roles.create(REVIEWER, OPERATOR);
    await roles.delete('reviewer', OPERATOR);
    clock.advance(1);
    const again = await roles.create(REVIEWER, OPERATOR);

    await expect(roles.update('reviewer', { scopes: [] }, OPERATOR, version)).rejects.toThrow(
      ResourcePreconditionFailed,
    );
    await expect(roles.get('reviewer')).resolves.toEqual(again);
  });

  it('reports every problem', async () => {
    const role = roles.create({ name: 'Ünfit', label: ' ', scopes: ['member', 'x'] }, OPERATOR);

    await expect(role).rejects.toMatchObject({
      problems: ['/name', '/label', '/scopes/1'].map((pointer) => ({ source: { pointer } })),
    });
  });

  it('a role of users is not deleted', async () => {
    await roles.create(REVIEWER, OPERATOR);
    store.inUse = true;

    await expect(roles.delete('reviewer', OPERATOR)).rejects.toThrow(RoleInUse);
  });

  it('built-in roles are neither changed nor deleted', async () => {
    await expect(roles.update('editor', { label: 'X' }, OPERATOR)).rejects.toThrow(RoleBuiltIn);
    await expect(roles.delete('editor', OPERATOR)).rejects.toThrow(RoleBuiltIn);
  });
});
