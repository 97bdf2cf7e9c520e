import { AuditLog, type AuditEvent, AuditTrail } from '@content-service/audit';
import { TurnedClock, UuidV7Generator } from '@content-service/kernel';
import { AccountStore, SessionStore } from './account.store.js';
import { csrfTokenOf, isCsrfTokenOf, type Session } from './session.js';
import { Sessions } from './sessions.js';
import type { Account } from './user.js';

const never = (): Promise<never> => Promise.reject(new Error('Not expected here.'));

const ALICE: Account = {
  id: '00000000-0000-7000-8000-000000000001',
  name: 'Alice',
  nameKey: 'alice',
  role: 'editor',
  enabled: true,
  accessEpoch: 1,
  createdAt: 1_700_000_000,
  passwordHash: 'hash',
  version: 1,
};

class OneAccount extends AccountStore {
  account: Account | undefined = ALICE;

  override find = async (): Promise<Account | undefined> => this.account;
  override findByName = never;
  override list = never;
  override insert = never;
  override update = never;
  override delete = never;
  override touch = never;
}

class SessionShelf extends SessionStore {
  readonly shelf = new Map<string, Session>();

  override start = async (session: Session, replacedHash = ''): Promise<void> => {
    this.shelf.delete(replacedHash);
    this.shelf.set(session.idHash, session);
  };
  override find = async (idHash: string): Promise<Session | undefined> => this.shelf.get(idHash);
  override touch = async (idHash: string, expiresAt: number): Promise<void> => {
    const session = this.shelf.get(idHash);
    if (session !== undefined) this.shelf.set(idHash, { ...session, expiresAt });
  };
  override delete = async (idHash: string): Promise<boolean> => this.shelf.delete(idHash);
  override deleteOf = never;
  override prune = never;
}

class Diary extends AuditLog {
  readonly events: AuditEvent[] = [];

  override append = async (events: readonly AuditEvent[]): Promise<void> => {
    this.events.push(...events);
  };
  override page = never;
  override prune = never;
}

let clock: TurnedClock;
let accounts: OneAccount;
let store: SessionShelf;
let diary: Diary;
let sessions: Sessions;
beforeEach(() => {
  clock = new TurnedClock();
  [accounts, store, diary] = [new OneAccount(), new SessionShelf(), new Diary()];
  sessions = new Sessions(store, accounts, new AuditTrail(diary, new UuidV7Generator(), clock), clock);
});

describe('Sessions.begin', () => {
  it('replaces the id the browser had before the login', async () => {
    const before = await sessions.begin(ALICE);

    const { id, session } = await sessions.begin(ALICE, before.id);

    expect([...store.shelf.keys()]).toEqual([session.idHash]);
    await expect(sessions.resume(before.id)).resolves.toBeUndefined();
    await expect(sessions.resume(id)).resolves.toMatchObject({ user: { name: 'Alice' } });
  });

  it('stores nothing that the id could be read from', async () => {
    const { id } = await sessions.begin(ALICE);

    expect(JSON.stringify([...store.shelf])).not.toContain(id);
  });
});

describe('Sessions.resume', () => {
  it('tells who it is, and nothing that only the store should know', async () => {
    const { id } = await sessions.begin(ALICE);

    const signedIn = await sessions.resume(id);

    expect(signedIn?.user).not.toHaveProperty('passwordHash');
  });

  it('finds no session that was not used for half an hour', async () => {
    const { id } = await sessions.begin(ALICE);

    clock.turn(30 * 60);

    await expect(sessions.resume(id)).resolves.toBeUndefined();
  });

  it('finds no session after twelve hours, however busy it was', async () => {
    const { id } = await sessions.begin(ALICE);
    for (let minutes = 20; minutes < 12 * 60; minutes += 20) {
      clock.turn(20 * 60);
      await expect(sessions.resume(id)).resolves.toBeDefined();
    }

    clock.turn(20 * 60);

    await expect(sessions.resume(id)).resolves.toBeUndefined();
  });

  it.each([
    ['is gone', undefined],
    ['was disabled', { ...ALICE, enabled: false }],
    ['has lost what was begun before', { ...ALICE, accessEpoch: 2 }],
  ])('finds no session of a user who %s', async (_, account) => {
    const { id } = await sessions.begin(ALICE);

    accounts.account = account;

    await expect(sessions.resume(id)).resolves.toBeUndefined();
  });
});

describe('Sessions.end', () => {
  it('signs out, once', async () => {
    const { id } = await sessions.begin(ALICE);

    await sessions.end(id, '203.0.113.7');
    await sessions.end(id, '203.0.113.7');

    await expect(sessions.resume(id)).resolves.toBeUndefined();
    expect(diary.events.map(({ action }) => action)).toEqual(['session.ended']);
  });
});

describe('csrfTokenOf', () => {
  it('is a token of one session', async () => {
    const [mine, other] = [await sessions.begin(ALICE), await sessions.begin(ALICE)];

    expect(isCsrfTokenOf(mine.id, csrfTokenOf(mine.id))).toBe(true);
    expect(isCsrfTokenOf(mine.id, csrfTokenOf(other.id))).toBe(false);
    expect(isCsrfTokenOf(mine.id, '')).toBe(false);
  });
});
