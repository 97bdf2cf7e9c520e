import assert from 'node:assert/strict';
import type { UserSession } from '@content-service/accounts';
import { generateSecret, sha256 } from '@content-service/kernel';
import type { Storage } from '../storage.js';
import { assertPrunesInBatches, MANY } from './pruning.js';
import { it } from './runner.js';
import { newId } from './sample.js';

const NOW = 1_700_000_000;

export function sessions(storage: () => Storage): void {
  it('returns a session as it was started, expired or not', async () => {
    const [live, expired] = [await started(), await started({ expiresAt: 1 })];

    assert.deepEqual(await storage().sessions.find(live.idHash), live);
    assert.deepEqual(await storage().sessions.find(expired.idHash), expired);
    assert.equal(await storage().sessions.find(sha256(newId())), undefined);
  });

  it('returns where a session was started', async () => {
    const origin = { ipAddress: '2001:db8::1', userAgent: 'Ü'.repeat(255) };
    const made = await started(origin);

    assert.deepEqual(await storage().sessions.find(made.idHash), made);
    assert.deepEqual(await storage().sessions.listByUser(made.userId), [made]);
  });

  it('deletes the session that a new one replaces, also of another user', async () => {
    const before = await started();
    const next = session();

    await storage().sessions.start(next, before.idHash);
    await storage().sessions.start(session(), sha256('never was'));

    assert.equal(await storage().sessions.find(before.idHash), undefined);
    assert.deepEqual(await storage().sessions.find(next.idHash), next);
  });

  it('keeps all of twenty parallel sessions that replace the same session, and deletes that one', async () => {
    const before = await started();
    const all = Array.from({ length: 20 }, () => session());

    await Promise.all(all.map((next) => storage().sessions.start(next, before.idHash)));

    assert.equal(await storage().sessions.find(before.idHash), undefined);
    for (const next of all) assert.deepEqual(await storage().sessions.find(next.idHash), next);
  });

  it('lists the sessions of a user, latest start first', async () => {
    const userId = newId();
    const first = await started({ userId, expiresAt: 1 });
    const second = await started({ userId, startedAt: NOW + 1 });
    await started();

    assert.deepEqual(await storage().sessions.listByUser(userId), [second, first]);
    assert.deepEqual(await storage().sessions.listByUser(newId()), []);
  });

  it('keeps the latest time of a re-authentication, and creates no session', async () => {
    const { idHash, ...rest } = await started();
    const gone = sha256(newId());

    await Promise.all([60, 20, 40].map((at) => storage().sessions.markAuthenticated(idHash, NOW + at)));
    await storage().sessions.markAuthenticated(gone, NOW);

    const marked = { idHash, ...rest, authenticatedAt: NOW + 60 };
    assert.deepEqual(await storage().sessions.find(idHash), marked);
    assert.equal(await storage().sessions.find(gone), undefined);
  });

  it('postpones the expiry, never advances it, and creates no session', async () => {
    const { idHash, ...rest } = await started();
    const gone = sha256(newId());

    await Promise.all([60, 20, 40].map((later) => storage().sessions.touch(idHash, rest.expiresAt + later)));
    await storage().sessions.touch(gone, NOW + 60);

    assert.deepEqual(await storage().sessions.find(idHash), {
      idHash,
      ...rest,
      expiresAt: rest.expiresAt + 60,
    });
    assert.equal(await storage().sessions.find(gone), undefined);
  });

  it('of twenty parallel calls one ends a session', async () => {
    const { idHash } = await started();

    const ended = await Promise.all(Array.from({ length: 20 }, () => storage().sessions.delete(idHash)));

    assert.equal(ended.filter(Boolean).length, 1);
    assert.equal(await storage().sessions.find(idHash), undefined);
  });

  it('ends all sessions of a user and keeps those of other users', async () => {
    const userId = newId();
    const own = [await started({ userId }), await started({ userId })];
    const other = await started();

    await storage().sessions.deleteByUser(userId);

    for (const { idHash } of own) assert.equal(await storage().sessions.find(idHash), undefined);
    assert.deepEqual(await storage().sessions.find(other.idHash), other);
  });

  it('deletes sessions some time after their expiry', async () => {
    const [old, fresh] = [await started({ expiresAt: NOW - 1 }), await started({ expiresAt: NOW })];

    await storage().sessions.prune(NOW, MANY);

    assert.equal(await storage().sessions.find(old.idHash), undefined);
    assert.deepEqual(await storage().sessions.find(fresh.idHash), fresh);
  });

  it('deletes as many sessions at once as it is told', async () => {
    await assertPrunesInBatches(
      (limit) => storage().sessions.prune(NOW, limit),
      async () => {
        const { idHash } = await started({ expiresAt: NOW - 1 });
        return async () => (await storage().sessions.find(idHash)) !== undefined;
      },
    );
  });

  async function started(rest: Partial<UserSession> = {}): Promise<UserSession> {
    const made = session(rest);
    await storage().sessions.start(made);
    return made;
  }
}

export function session(rest: Partial<UserSession> = {}): UserSession {
  return {
    idHash: sha256(generateSecret()),
    userId: newId(),
    accessEpoch: 3,
    startedAt: NOW,
    authenticatedAt: NOW,
    expiresAt: NOW + 1800,
    ...rest,
  };
}
