import { AuditTrail } from '@content-service/audit';
import { MonotonicPositionGenerator } from '@content-service/entries';
import { ResourcePreconditionFailed, FakeClock, UuidV7Generator } from '@content-service/kernel';
import { type ActorContext, ScopeNotHeld, ScopeSet } from '@content-service/scopes';
import { LoginFailed, LoginThrottled, NameTaken, UserFieldInvalid, UserNotFound } from './account.errors.js';
import { AccountAdministrationService } from './account-administration.service.js';
import { AccountEditor, type ChangedUser } from './account-editor.js';
import { AccountSelfService } from './account-self.service.js';
import { AccountService } from './account.service.js';
import {
  InMemoryAccountStore,
  InMemoryAuditLog,
  InMemoryEntryStore,
  InMemoryRoleStore,
  InMemorySessionStore,
  InMemoryThrottleStore,
  PlainTextHasher,
} from './in-memory-stores.fixture.js';
import { KnownDevices } from './known-devices.js';
import { LoginThrottle } from './login-throttle.js';
import { Login } from './login.js';
import { PasswordService } from './password.service.js';
import { ProfileService } from './profile.service.js';
import { RoleService } from './role.service.js';
import { SessionService } from './session.service.js';

const NO_RULES = { siteWords: [], isCommon: () => false };
const OPERATOR: ActorContext = { actor: { kind: 'operator' } };
const HOME = '203.0.113.7';
const PASSWORD = 'down the rabbit hole';
const ALICE = { name: 'Alice', password: PASSWORD, role: 'editor' };

function createContext(...scopes: readonly string[]): ActorContext {
  return { actor: { kind: 'client', clientId: 'tool', scopes: ScopeSet.of(...scopes) }, ipAddress: HOME };
}

let clock: FakeClock;
let accountStore: InMemoryAccountStore;
let sessionStore: InMemorySessionStore;
let entryStore: InMemoryEntryStore;
let auditLog: InMemoryAuditLog;
let accounts: AccountService;
let administration: AccountAdministrationService;
let selfService: AccountSelfService;
let login: Login;
let throttleStore: InMemoryThrottleStore;
let sessions: SessionService;
let clearedPreferences: string[];
beforeEach(() => {
  clock = new FakeClock(1_700_000_000);
  [entryStore, auditLog] = [new InMemoryEntryStore(), new InMemoryAuditLog()];
  [accountStore, sessionStore] = [new InMemoryAccountStore(auditLog), new InMemorySessionStore(auditLog)];
  const ids = new UuidV7Generator();
  const trail = new AuditTrail(auditLog, ids, clock);
  const passwords = new PasswordService(new PlainTextHasher());
  const devices = new KnownDevices({ keySecret: 'a secret', previousKeySecret: undefined }, clock);
  throttleStore = new InMemoryThrottleStore(auditLog);
  login = new Login(accountStore, passwords, new LoginThrottle(throttleStore, clock), devices, trail, clock);
  sessions = new SessionService(sessionStore, accountStore, trail, clock);
  const roles = new RoleService(new InMemoryRoleStore(), trail, clock);
  const positions = new MonotonicPositionGenerator(clock);
  const profiles = new ProfileService(entryStore, accountStore, ids, positions, clock);
  const parts = [accountStore, sessionStore, profiles, roles, passwords, NO_RULES, login, trail] as const;
  const editor = new AccountEditor(...parts);
  clearedPreferences = [];
  const preferences = { deleteByOwner: async (id: string) => void clearedPreferences.push(id) };
  accounts = new AccountService(accountStore, profiles, roles);
  administration = new AccountAdministrationService(...parts, editor, preferences);
  selfService = new AccountSelfService(accountStore, NO_RULES, login, editor);
});

describe('AccountAdministrationService.create', () => {
  it('creates an account and a published profile with the same id', async () => {
    const user = await administration.create({ ...ALICE, displayName: 'Alice L.' }, OPERATOR);

    const profile = entryStore.stored.get(user.id);
    expect(profile).toMatchObject({ type: 'user--user', published: true, version: 1 });
    expect(profile?.attributes).toEqual({
      display_name: 'Alice L.',
      name: 'Alice',
      status: true,
      created: '2023-11-14T22:13:20+00:00',
      changed: '2023-11-14T22:13:20+00:00',
    });
    expect(user).toEqual({
      id: profile?.id,
      name: 'Alice',
      role: 'editor',
      enabled: true,
      accessEpoch: 1,
      createdAt: 1_700_000_000,
      version: 1,
    });
    expect(auditLog.lines).toEqual(['operator user.created {"name":"Alice","role":"editor"}']);
  });

  it('refuses a name that differs from another in case only', async () => {
    await administration.create(ALICE, OPERATOR);

    await expect(administration.create({ ...ALICE, name: 'ＡLICE' }, OPERATOR)).rejects.toThrow(NameTaken);
    expect(entryStore.stored.size).toBe(1);
  });

  it('deletes the profile when a concurrent insert takes the name', async () => {
    accountStore.findByName = async () => undefined;
    accountStore.insert = () => Promise.reject(new NameTaken('Alice'));

    await expect(administration.create(ALICE, OPERATOR)).rejects.toThrow(NameTaken);
    expect(entryStore.stored.size).toBe(0);
  });

  it('reports every problem and creates nothing', async () => {
    const created = administration.create(
      { name: ' ', displayName: '', password: 'short', role: 'x' },
      OPERATOR,
    );

    await expect(created).rejects.toMatchObject({
      problems: ['/name', '/displayName', '/password', '/role'].map((pointer) => ({ source: { pointer } })),
    });
    expect(entryStore.stored.size).toBe(0);
  });

  it('refuses a role with scopes that the actor lacks', async () => {
    const created = administration.create(
      { ...ALICE, role: 'administrator' },
      createContext('content:administer'),
    );

    await expect(created).rejects.toThrow(ScopeNotHeld);
  });
});

describe('AccountAdministrationService.update', () => {
  it('renames the account and its profile', async () => {
    const { id } = await administration.create(ALICE, OPERATOR);

    const { user } = await administration.update(id, { name: 'Alice2' }, OPERATOR);

    expect(user).toMatchObject({ name: 'Alice2', version: 2, accessEpoch: 1 });
    const display_name = `User ${id.slice(-6)}`;
    expect(entryStore.stored.get(id)?.attributes).toMatchObject({ name: 'Alice2', display_name });
  });

  it('keeps the names of account and profile equal after concurrent renames', async () => {
    const { id } = await administration.create(ALICE, OPERATOR);
    const apply = entryStore.apply;
    entryStore.apply = async (changes) => {
      entryStore.apply = apply;
      await administration.update(id, { name: 'Lice' }, OPERATOR);
      return apply(changes);
    };

    await administration.update(id, { name: 'Alina' }, OPERATOR);

    expect((await accounts.get(id)).name).toBe('Lice');
    expect(entryStore.stored.get(id)?.attributes['name']).toBe('Lice');
  });

  it.each([
    ['disabled', { enabled: false }, true],
    ['given another role', { role: 'member' }, false],
    ['given a new password', { password: 'a new long password' }, true],
  ])('ends the sessions of a user who is %s', async (_, change, revokesTokens) => {
    const user = await administration.create(ALICE, OPERATOR);
    const { id } = await sessions.start(user);

    const changed = await administration.update(user.id, change, OPERATOR);

    expect(changed.revokeAllTokens).toBe(revokesTokens);
    expect(sessionStore.stored.size).toBe(0);
    await expect(sessions.resume(id)).resolves.toBeUndefined();
  });

  it('ends also a session that a concurrent login starts with the old password', async () => {
    const user = await administration.create(ALICE, OPERATOR);
    await administration.update(user.id, { password: 'a new long password' }, OPERATOR);

    const { id } = await sessions.start(user);

    await expect(sessions.resume(id)).resolves.toBeUndefined();
  });

  it('refuses a change of a user with more scopes, and of an outdated version', async () => {
    const { id } = await administration.create(ALICE, OPERATOR);
    const weak = createContext('site_settings:administer');

    await expect(administration.update(id, { password: 'taken over by me' }, weak)).rejects.toThrow(
      ScopeNotHeld,
    );
    await expect(administration.update(id, { enabled: false }, OPERATOR, 2)).rejects.toThrow(
      ResourcePreconditionFailed,
    );
    await expect(administration.delete(id, weak)).rejects.toThrow(ScopeNotHeld);
    await expect(administration.delete(id, OPERATOR, { expectedVersion: 2 })).rejects.toThrow(
      ResourcePreconditionFailed,
    );
  });

  it('calls beforeChange with an authorized change before it is stored, and not with a refused one', async () => {
    const { id } = await administration.create(ALICE, OPERATOR);
    const calls: (readonly [ChangedUser, number | undefined])[] = [];
    const note = async (change: ChangedUser): Promise<void> => {
      calls.push([change, accountStore.stored.get(id)?.version]);
    };
    const weak = createContext('site_settings:administer');

    await expect(administration.update(id, { enabled: false }, weak, undefined, note)).rejects.toThrow(
      ScopeNotHeld,
    );
    await expect(administration.update(id, { password: 'short' }, OPERATOR, undefined, note)).rejects.toThrow(
      UserFieldInvalid,
    );
    await expect(administration.update(id, { enabled: false }, OPERATOR, 7, note)).rejects.toThrow(
      ResourcePreconditionFailed,
    );
    await expect(administration.delete(id, weak, {}, note)).rejects.toThrow(ScopeNotHeld);
    expect(calls).toEqual([]);
    await administration.update(id, { role: 'member' }, OPERATOR, undefined, note);
    await selfService.changePassword(id, PASSWORD, 'a new long password', HOME, note);
    await administration.delete(id, OPERATOR, {}, note);

    expect(
      calls.map(([{ revokeAllTokens, revokeAccessTokens }, version]) => [
        revokeAllTokens,
        revokeAccessTokens,
        version,
      ]),
    ).toEqual([
      [false, true, 1],
      [true, true, 2],
      [true, true, 3],
    ]);
  });

  it('repeats the change after a concurrent change', async () => {
    const { id } = await administration.create(ALICE, OPERATOR);
    const update = accountStore.update;
    accountStore.update = async (account, version) => {
      accountStore.update = update;
      await administration.update(id, { name: 'Lice' }, OPERATOR);
      return update(account, version);
    };

    const { user } = await administration.update(id, { enabled: false }, OPERATOR);

    expect(user).toMatchObject({ name: 'Lice', enabled: false, version: 3 });
  });
});

describe('AccountSelfService.changePassword', () => {
  it('requires the current password and ends all sessions', async () => {
    const user = await administration.create(ALICE, OPERATOR);
    const [here, elsewhere] = [await sessions.start(user), await sessions.start(user)];

    await expect(
      selfService.changePassword(user.id, 'guessed password', 'a new long password', HOME),
    ).rejects.toThrow(LoginFailed);
    const changed = await selfService.changePassword(user.id, PASSWORD, 'a new long password', HOME);
    const renewed = await sessions.start(changed.user, here.id);

    expect(changed.revokeAllTokens).toBe(true);
    await expect(sessions.resume(renewed.id)).resolves.toMatchObject({ user: { id: user.id } });
    await expect(sessions.resume(here.id)).resolves.toBeUndefined();
    await expect(sessions.resume(elsewhere.id)).resolves.toBeUndefined();
    await expect(login.authenticate('alice', PASSWORD, HOME)).rejects.toThrow(LoginFailed);
  });

  it('is refused after a concurrent change of the password', async () => {
    const { id } = await administration.create(ALICE, OPERATOR);
    const update = accountStore.update;
    accountStore.update = async (account, version) => {
      accountStore.update = update;
      await administration.update(id, { password: 'set by the operator' }, OPERATOR);
      return update(account, version);
    };

    await expect(selfService.changePassword(id, PASSWORD, 'a new long password', HOME)).rejects.toThrow(
      LoginFailed,
    );
    await expect(login.authenticate('Alice', 'set by the operator', HOME)).resolves.toMatchObject({ id });
  });

  it('refuses a new password that breaks the rules', async () => {
    const { id } = await administration.create(ALICE, OPERATOR);

    await expect(selfService.changePassword(id, PASSWORD, 'short', HOME)).rejects.toThrow(UserFieldInvalid);
  });
});

describe('AccountAdministrationService.delete', () => {
  it('unpublishes the profile and keeps it', async () => {
    const { id } = await administration.create(ALICE, OPERATOR);

    await expect(administration.delete(id, OPERATOR)).resolves.toMatchObject({ revokeAllTokens: true });

    expect(entryStore.stored.get(id)).toMatchObject({ published: false, attributes: { status: false } });
    await expect(accounts.get(id)).rejects.toThrow(UserNotFound);
    await expect(accounts.findScopes(id)).resolves.toBeUndefined();
  });

  it('leaves no session and no preference, should the process end behind it', async () => {
    const user = await administration.create(ALICE, OPERATOR);
    await sessions.start(user);
    accountStore.delete = () => Promise.reject(new Error('ended'));

    await expect(administration.delete(user.id, OPERATOR)).rejects.toThrow('ended');
    expect([sessionStore.stored.size, clearedPreferences]).toEqual([0, [user.id]]);
  });
});

describe('Login.authenticate', () => {
  it('returns the user without hash and keys', async () => {
    const { id } = await administration.create(ALICE, OPERATOR);

    const user = await login.authenticate(' aLICE ', PASSWORD, HOME);

    expect(user).toMatchObject({ id, lastLoginAt: 1_700_000_000 });
    expect(user).not.toHaveProperty('passwordHash');
    expect(auditLog.lines.at(-1)).toBe('user login.succeeded {}');
  });

  it.each([
    ['an unknown name', 'Bob', PASSWORD, 'unknown name'],
    ['a wrong password', 'Alice', 'up the rabbit hole', 'wrong password'],
    ['a disabled user', 'Gone', PASSWORD, 'disabled'],
  ])(
    'refuses %s with the same error and records the reason in the audit log',
    async (_, name, password, reason) => {
      await administration.create(ALICE, OPERATOR);
      const { id } = await administration.create({ ...ALICE, name: 'Gone' }, OPERATOR);
      await administration.update(id, { enabled: false }, OPERATOR);

      await expect(login.authenticate(name, password, HOME)).rejects.toThrow(new LoginFailed());
      expect(auditLog.lines.at(-1)).toBe(`anonymous login.failed {"reason":"${reason}"}`);
    },
  );

  const guess = async (times: number, from: (n: number) => string = () => HOME) => {
    for (let n = 0; n < times; n += 1)
      await login.authenticate('Alice', 'wrong', from(n)).catch(() => undefined);
  };

  it('refuses the right password in a network after five wrong ones there, until a new password is set', async () => {
    const { id } = await administration.create(ALICE, OPERATOR);
    await guess(5);

    await expect(login.authenticate('Alice', PASSWORD, HOME)).rejects.toThrow(LoginThrottled);
    await expect(login.authenticate('Alice', PASSWORD, HOME)).rejects.toThrow(LoginThrottled);
    expect(auditLog.lines.filter((line) => line.includes('login.throttled'))).toHaveLength(1);
    await administration.update(id, { password: PASSWORD }, OPERATOR);
    await expect(login.authenticate('Alice', PASSWORD, HOME)).resolves.toMatchObject({ id });
  });

  it('admits a device that signed in to the account before, after failures elsewhere', async () => {
    const user = await administration.create(ALICE, OPERATOR);
    const device = await login.deviceTokensFor(user, []);
    await guess(200);
    await guess(200, (n) => `198.51.100.${n}`);

    await expect(login.authenticate('Alice', PASSWORD, '192.0.2.9')).rejects.toThrow(LoginThrottled);
    await expect(login.authenticate('Alice', PASSWORD, HOME, device)).resolves.toMatchObject({ id: user.id });
  });

  it('does not recognize a device after a new password', async () => {
    const user = await administration.create(ALICE, OPERATOR);
    const device = await login.deviceTokensFor(user, []);
    await administration.update(user.id, { password: 'a new long password' }, OPERATOR);
    await guess(5);

    const again = login.authenticate('Alice', 'a new long password', HOME, device);

    await expect(again).rejects.toThrow(LoginThrottled);
  });
});

describe('AccountAdministrationService.unlock', () => {
  it('admits the user in every network and is recorded in the audit log', async () => {
    const { id } = await administration.create(ALICE, OPERATOR);
    for (let n = 0; n < 5; n += 1) await login.authenticate('Alice', 'wrong', HOME).catch(() => undefined);

    await administration.unlock(id, OPERATOR);

    expect(auditLog.lines.at(-1)).toBe('operator user.unlocked {}');
    await expect(login.authenticate('Alice', PASSWORD, HOME)).resolves.toMatchObject({ id });
  });

  it('records nothing when the counters cannot be stored', async () => {
    const { id } = await administration.create(ALICE, OPERATOR);
    throttleStore.restart = () => Promise.reject(new Error('The database cannot be reached.'));

    await expect(administration.unlock(id, OPERATOR)).rejects.toThrow('The database cannot be reached.');

    expect(auditLog.lines).not.toContain('operator user.unlocked {}');
  });

  it('throws ScopeNotHeld when the actor lacks scopes of the user', async () => {
    const { id } = await administration.create(ALICE, OPERATOR);

    await expect(administration.unlock(id, createContext('site_settings:administer'))).rejects.toThrow(
      ScopeNotHeld,
    );
  });
});
