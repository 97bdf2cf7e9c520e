import { AuditLog, AuditTrail, type AuditEvent } from '@content-service/audit';
import { CreationStamp, type Entry, type EntryChange, EntryStore } from '@content-service/entries';
import { Outdated, TurnedClock, UuidV7Generator } from '@content-service/kernel';
import { type Initiator, ScopeNotHeld, ScopeSet } from '@content-service/scopes';
import { LoginFailed, LoginThrottled, NameTaken, UserFieldInvalid, UserUnknown } from './account.errors.js';
import { AccountStore, RoleStore, SessionStore, type Tally, ThrottleStore } from './account.store.js';
import { Accounts } from './accounts.js';
import { LoginThrottle } from './login-throttle.js';
import { Login } from './login.js';
import { PasswordHasher } from './password.js';
import { Passwords } from './passwords.js';
import { Profiles } from './profiles.js';
import { Roles } from './roles.js';
import type { Session } from './session.js';
import { Sessions } from './sessions.js';
import type { Account } from './user.js';

const never = (): Promise<never> => Promise.reject(new Error('Not expected here.'));

class AccountShelf extends AccountStore {
  readonly shelf = new Map<string, Account>();

  override find = async (id: string): Promise<Account | undefined> => this.shelf.get(id);
  override findByName = async (nameKey: string): Promise<Account | undefined> =>
    [...this.shelf.values()].find((account) => account.nameKey === nameKey);
  override list = never;
  override insert = async (account: Account): Promise<void> => {
    if ((await this.findByName(account.nameKey)) !== undefined) throw new NameTaken(account.name);
    this.shelf.set(account.id, account);
  };
  override update = async (account: Account, expectedVersion: number): Promise<boolean> => {
    const holder = await this.findByName(account.nameKey);
    if (holder !== undefined && holder.id !== account.id) throw new NameTaken(account.name);
    if (this.shelf.get(account.id)?.version !== expectedVersion) return false;
    this.shelf.set(account.id, account);
    return true;
  };
  override delete = async (id: string): Promise<boolean> => this.shelf.delete(id);
  override touch = async (): Promise<void> => undefined;
}

/** No role was made on this site. */
class NoRoles extends RoleStore {
  override find = async (): Promise<undefined> => undefined;
  override list = never;
  override insert = never;
  override update = never;
  override delete = never;
}

class SessionShelf extends SessionStore {
  readonly shelf = new Map<string, Session>();

  override start = async (session: Session, replacedHash = ''): Promise<void> => {
    this.shelf.delete(replacedHash);
    this.shelf.set(session.idHash, session);
  };
  override find = async (idHash: string): Promise<Session | undefined> => this.shelf.get(idHash);
  override touch = never;
  override delete = never;
  override deleteOf = async (userId: string): Promise<void> => {
    for (const [key, session] of this.shelf) if (session.userId === userId) this.shelf.delete(key);
  };
  override prune = never;
}

/** Counts without windows; the throttle's own spec turns the clock. */
class Counts extends ThrottleStore {
  readonly shelf = new Map<string, number>();

  override increment = async (key: string, windowSeconds: number, now: number): Promise<Tally> => {
    const count = (this.shelf.get(key) ?? 0) + 1;
    this.shelf.set(key, count);
    return { count, endsAt: now + windowSeconds };
  };
  override decrement = async (key: string): Promise<void> => {
    this.shelf.set(key, (this.shelf.get(key) ?? 1) - 1);
  };
  override reset = async (key: string): Promise<void> => void this.shelf.delete(key);
  override prune = never;
}

class ProfileShelf extends EntryStore {
  override readonly capabilities = { multiProcess: false, durable: false };
  readonly shelf = new Map<string, Entry>();

  override getMany = async (ids: readonly string[]): Promise<Map<string, Entry>> =>
    new Map([...this.shelf].filter(([id]) => ids.includes(id)));
  override apply = async (changes: readonly EntryChange[]): Promise<void> => {
    for (const change of changes)
      if (change.kind === 'delete') this.shelf.delete(change.id);
      else this.shelf.set(change.entry.id, change.entry);
  };
  override findIds = never;
  override seek = never;
  override count = never;
  override exists = never;
  override referrers = never;
  override findByAlias = never;
  override findIdempotencyRecord = never;
}

class Diary extends AuditLog {
  readonly lines: string[] = [];

  override append = async (events: readonly AuditEvent[]): Promise<void> => {
    for (const { who, action, details } of events)
      this.lines.push(`${who.kind} ${action} ${JSON.stringify(details)}`);
  };
  override page = never;
  override prune = never;
}

class PlainHasher extends PasswordHasher {
  override hash = async (password: string): Promise<string> => `hash of ${password}`;
  override verify = async (hash: string, password: string): Promise<boolean> =>
    hash === `hash of ${password}`;
}

const OPERATOR: Initiator = { who: { kind: 'operator' } };
const HOME = '203.0.113.7';
const PASSWORD = 'down the rabbit hole';
const ALICE = { name: 'Alice', password: PASSWORD, role: 'editor' };

function holderOf(...scopes: readonly string[]): Initiator {
  return { who: { kind: 'client', clientId: 'tool', scopes: ScopeSet.of(...scopes) }, from: HOME };
}

let clock: TurnedClock;
let stored: AccountShelf;
let storedSessions: SessionShelf;
let profiles: ProfileShelf;
let diary: Diary;
let accounts: Accounts;
let login: Login;
let sessions: Sessions;
beforeEach(() => {
  clock = new TurnedClock(1_700_000_000);
  [stored, storedSessions] = [new AccountShelf(), new SessionShelf()];
  [profiles, diary] = [new ProfileShelf(), new Diary()];
  const ids = new UuidV7Generator();
  const trail = new AuditTrail(diary, ids, clock);
  const passwords = new Passwords(new PlainHasher());
  login = new Login(stored, passwords, new LoginThrottle(new Counts(), clock), trail, clock);
  sessions = new Sessions(storedSessions, stored, trail, clock);
  const roles = new Roles(new NoRoles(), trail);
  const written = new Profiles(profiles, ids, new CreationStamp(clock), clock);
  accounts = new Accounts(stored, storedSessions, written, roles, passwords, login, trail);
});

describe('Accounts.create', () => {
  it('makes an account and a published profile under the same id', async () => {
    const user = await accounts.create({ ...ALICE, displayName: 'Alice L.' }, OPERATOR);

    const profile = profiles.shelf.get(user.id);
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
    expect(diary.lines).toEqual(['operator user.created {"name":"Alice","role":"editor"}']);
  });

  it('takes a name once, whatever its case', async () => {
    await accounts.create(ALICE, OPERATOR);

    await expect(accounts.create({ ...ALICE, name: 'ＡLICE' }, OPERATOR)).rejects.toThrow(NameTaken);
    expect(profiles.shelf.size).toBe(1);
  });

  it('leaves no profile behind when the name is taken at the last moment', async () => {
    stored.findByName = async () => undefined;
    stored.insert = () => Promise.reject(new NameTaken('Alice'));

    await expect(accounts.create(ALICE, OPERATOR)).rejects.toThrow(NameTaken);
    expect(profiles.shelf.size).toBe(0);
  });

  it('names every fault and makes nothing', async () => {
    const created = accounts.create({ name: ' ', displayName: '', password: 'short', role: 'x' }, OPERATOR);

    await expect(created).rejects.toMatchObject({
      problems: ['/name', '/displayName', '/password', '/role'].map((pointer) => ({ place: { pointer } })),
    });
    expect(profiles.shelf.size).toBe(0);
  });

  it('gives nobody a role that can do more than the giver', async () => {
    const created = accounts.create({ ...ALICE, role: 'administrator' }, holderOf('content:administer'));

    await expect(created).rejects.toThrow(ScopeNotHeld);
  });
});

describe('Accounts.update', () => {
  it('renames the account and its profile', async () => {
    const { id } = await accounts.create(ALICE, OPERATOR);

    const { user } = await accounts.update(id, { name: 'Alice2' }, OPERATOR);

    expect(user).toMatchObject({ name: 'Alice2', version: 2, accessEpoch: 1 });
    expect(profiles.shelf.get(id)?.attributes).toMatchObject({ name: 'Alice2', display_name: 'Alice' });
  });

  it('leaves account and profile under one name when somebody else renames at the same moment', async () => {
    const { id } = await accounts.create(ALICE, OPERATOR);
    const apply = profiles.apply;
    profiles.apply = async (changes) => {
      profiles.apply = apply;
      await accounts.update(id, { name: 'Lice' }, OPERATOR);
      await apply(changes);
    };

    await accounts.update(id, { name: 'Alina' }, OPERATOR);

    expect((await accounts.get(id)).name).toBe('Lice');
    expect(profiles.shelf.get(id)?.attributes['name']).toBe('Lice');
  });

  it.each([
    ['disabled', { enabled: false }, true],
    ['given another role', { role: 'member' }, false],
    ['given a new password', { password: 'a new long password' }, false],
  ])('ends the sessions of a user who is %s', async (_, change, tokensEnd) => {
    const user = await accounts.create(ALICE, OPERATOR);
    const { id } = await sessions.begin(user);

    const changed = await accounts.update(user.id, change, OPERATOR);

    expect(changed.tokensEnd).toBe(tokensEnd);
    expect(storedSessions.shelf.size).toBe(0);
    await expect(sessions.resume(id)).resolves.toBeUndefined();
  });

  it('ends also a session that begins with the old password at the same moment', async () => {
    const user = await accounts.create(ALICE, OPERATOR);
    await accounts.update(user.id, { password: 'a new long password' }, OPERATOR);

    const { id } = await sessions.begin(user);

    await expect(sessions.resume(id)).resolves.toBeUndefined();
  });

  it('lets nobody change a user who can do more, nor the version others have changed', async () => {
    const { id } = await accounts.create(ALICE, OPERATOR);
    const weak = holderOf('site_settings:administer');

    await expect(accounts.update(id, { password: 'taken over by me' }, weak)).rejects.toThrow(ScopeNotHeld);
    await expect(accounts.update(id, { enabled: false }, OPERATOR, 2)).rejects.toThrow(Outdated);
    await expect(accounts.delete(id, weak)).rejects.toThrow(ScopeNotHeld);
    await expect(accounts.delete(id, OPERATOR, 2)).rejects.toThrow(Outdated);
  });

  it('does the change once more on what others left', async () => {
    const { id } = await accounts.create(ALICE, OPERATOR);
    const update = stored.update;
    stored.update = async (account, version) => {
      stored.update = update;
      await accounts.update(id, { name: 'Lice' }, OPERATOR);
      return update(account, version);
    };

    const { user } = await accounts.update(id, { enabled: false }, OPERATOR);

    expect(user).toMatchObject({ name: 'Lice', enabled: false, version: 3 });
  });
});

describe('Accounts.changeOwnPassword', () => {
  it('needs the present one, and leaves only the browser signed in that asked', async () => {
    const user = await accounts.create(ALICE, OPERATOR);
    const [here, elsewhere] = [await sessions.begin(user), await sessions.begin(user)];

    await expect(
      accounts.changeOwnPassword(user.id, 'guessed password', 'a new long password', HOME),
    ).rejects.toThrow(LoginFailed);
    const changed = await accounts.changeOwnPassword(user.id, PASSWORD, 'a new long password', HOME);
    const renewed = await sessions.begin(changed, here.id);

    await expect(sessions.resume(renewed.id)).resolves.toMatchObject({ user: { id: user.id } });
    await expect(sessions.resume(here.id)).resolves.toBeUndefined();
    await expect(sessions.resume(elsewhere.id)).resolves.toBeUndefined();
    await expect(login.authenticate('alice', PASSWORD, HOME)).rejects.toThrow(LoginFailed);
  });

  it('loses against somebody who sets another one meanwhile', async () => {
    const { id } = await accounts.create(ALICE, OPERATOR);
    const update = stored.update;
    stored.update = async (account, version) => {
      stored.update = update;
      await accounts.update(id, { password: 'set by the operator' }, OPERATOR);
      return update(account, version);
    };

    await expect(accounts.changeOwnPassword(id, PASSWORD, 'a new long password', HOME)).rejects.toThrow(
      LoginFailed,
    );
    await expect(login.authenticate('Alice', 'set by the operator', HOME)).resolves.toMatchObject({ id });
  });

  it('refuses a new one against the rules', async () => {
    const { id } = await accounts.create(ALICE, OPERATOR);

    await expect(accounts.changeOwnPassword(id, PASSWORD, 'short', HOME)).rejects.toThrow(UserFieldInvalid);
  });
});

describe('Accounts.delete', () => {
  it('keeps the profile, unpublished', async () => {
    const { id } = await accounts.create(ALICE, OPERATOR);

    await expect(accounts.delete(id, OPERATOR)).resolves.toMatchObject({ tokensEnd: true });

    expect(profiles.shelf.get(id)).toMatchObject({ published: false, attributes: { status: false } });
    await expect(accounts.get(id)).rejects.toThrow(UserUnknown);
    await expect(accounts.scopesOf(id)).resolves.toBeUndefined();
  });
});

describe('Login.authenticate', () => {
  it('gives the user, without what only the store should know', async () => {
    const { id } = await accounts.create(ALICE, OPERATOR);

    const user = await login.authenticate(' aLICE ', PASSWORD, HOME);

    expect(user).toMatchObject({ id, lastLoginAt: 1_700_000_000 });
    expect(user).not.toHaveProperty('passwordHash');
    expect(diary.lines.at(-1)).toBe('user login.succeeded {}');
  });

  it.each([
    ['an unknown name', 'Bob', PASSWORD, 'unknown name'],
    ['a wrong password', 'Alice', 'up the rabbit hole', 'wrong password'],
    ['a disabled user', 'Gone', PASSWORD, 'disabled'],
  ])('refuses %s, and tells only the audit log why', async (_, name, password, reason) => {
    await accounts.create(ALICE, OPERATOR);
    const { id } = await accounts.create({ ...ALICE, name: 'Gone' }, OPERATOR);
    await accounts.update(id, { enabled: false }, OPERATOR);

    await expect(login.authenticate(name, password, HOME)).rejects.toThrow(new LoginFailed());
    expect(diary.lines.at(-1)).toBe(`anonymous login.failed {"reason":"${reason}"}`);
  });

  it('refuses the right password, too, after five wrong ones, until a new one is set', async () => {
    const { id } = await accounts.create(ALICE, OPERATOR);
    for (let n = 0; n < 5; n += 1) await login.authenticate('Alice', 'wrong', HOME).catch(() => undefined);

    await expect(login.authenticate('Alice', PASSWORD, HOME)).rejects.toThrow(LoginThrottled);
    await expect(login.authenticate('Alice', PASSWORD, HOME)).rejects.toThrow(LoginThrottled);
    expect(diary.lines.filter((line) => line.includes('login.throttled'))).toHaveLength(1);
    await accounts.update(id, { password: PASSWORD }, OPERATOR);
    await expect(login.authenticate('Alice', PASSWORD, HOME)).resolves.toMatchObject({ id });
  });
});
