import { AuditTrail } from '@content-service/audit';
import { FakeClock, UuidV7Generator } from '@content-service/kernel';
import { InMemoryAccountStore, InMemoryAuditLog, InMemorySessionStore } from './in-memory-stores.fixture.js';
import { deriveCsrfToken, hashSessionId, isValidCsrfToken } from './session.js';
import { SessionService } from './session.service.js';
import type { Account } from './user.js';

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

let clock: FakeClock;
let accounts: InMemoryAccountStore;
let store: InMemorySessionStore;
let auditLog: InMemoryAuditLog;
let sessions: SessionService;
beforeEach(() => {
  clock = new FakeClock();
  auditLog = new InMemoryAuditLog();
  [accounts, store] = [new InMemoryAccountStore(auditLog), new InMemorySessionStore(auditLog)];
  accounts.stored.set(ALICE.id, ALICE);
  sessions = new SessionService(
    store,
    accounts,
    new AuditTrail(auditLog, new UuidV7Generator(), clock),
    clock,
  );
});

describe('SessionService.start', () => {
  it('replaces the session id from before the login', async () => {
    const before = await sessions.start(ALICE);

    const { id, session } = await sessions.start(ALICE, before.id);

    expect([...store.stored.keys()]).toEqual([session.idHash]);
    await expect(sessions.resume(before.id)).resolves.toBeUndefined();
    await expect(sessions.resume(id)).resolves.toMatchObject({ user: { name: 'Alice' } });
  });

  it('stores only the hash of the id', async () => {
    const { id } = await sessions.start(ALICE);

    expect(JSON.stringify([...store.stored])).not.toContain(id);
  });
});

describe('SessionService.resume', () => {
  it('returns the user without hash and keys', async () => {
    const { id } = await sessions.start(ALICE);

    const signedIn = await sessions.resume(id);

    expect(signedIn?.user).not.toHaveProperty('passwordHash');
  });

  it('returns undefined after half an hour without use', async () => {
    const { id } = await sessions.start(ALICE);

    clock.advance(30 * 60);

    await expect(sessions.resume(id)).resolves.toBeUndefined();
  });

  it('returns undefined after twelve hours, also with constant use', async () => {
    const { id } = await sessions.start(ALICE);
    for (let minutes = 20; minutes < 12 * 60; minutes += 20) {
      clock.advance(20 * 60);
      await expect(sessions.resume(id)).resolves.toBeDefined();
    }

    clock.advance(20 * 60);

    await expect(sessions.resume(id)).resolves.toBeUndefined();
    await expect(sessions.isActive(hashSessionId(id))).resolves.toBe(false);
  });

  it('isActive checks a session without postponing its end', async () => {
    const { id, session } = await sessions.start(ALICE);
    clock.advance(20 * 60);

    await expect(sessions.isActive(session.idHash)).resolves.toBe(true);
    await expect(sessions.isActive(id)).resolves.toBe(false);
    expect(store.stored.get(session.idHash)).toEqual(session);
  });

  it.each([
    ['was deleted', undefined],
    ['was disabled', { ...ALICE, enabled: false }],
    ['has a higher access epoch', { ...ALICE, accessEpoch: 2 }],
  ])('returns undefined for a user who %s', async (_, account) => {
    const { id } = await sessions.start(ALICE);

    if (account === undefined) accounts.stored.delete(ALICE.id);
    else accounts.stored.set(ALICE.id, account);

    await expect(sessions.resume(id)).resolves.toBeUndefined();
    await expect(sessions.isActive(hashSessionId(id))).resolves.toBe(false);
  });
});

describe('SessionService.end', () => {
  it('ends a session once', async () => {
    const { id } = await sessions.start(ALICE);

    await sessions.end(id, '203.0.113.7');
    await sessions.end(id, '203.0.113.7');

    await expect(sessions.resume(id)).resolves.toBeUndefined();
    expect(auditLog.events.map(({ action }) => action)).toEqual(['session.ended']);
  });
});

describe('deriveCsrfToken', () => {
  it('differs between sessions', async () => {
    const [mine, other] = [await sessions.start(ALICE), await sessions.start(ALICE)];

    expect(isValidCsrfToken(mine.id, deriveCsrfToken(mine.id))).toBe(true);
    expect(isValidCsrfToken(mine.id, deriveCsrfToken(other.id))).toBe(false);
    expect(isValidCsrfToken(mine.id, '')).toBe(false);
  });
});
