import assert from 'node:assert/strict';
import type { Session } from '@content-service/accounts';
import { newSecret, sha256 } from '@content-service/kernel';
import type { Storage } from '../storage.js';
import { it } from './runner.js';
import { newId } from './sample.js';

const NOW = 1_700_000_000;

export function sessions(storage: () => Storage): void {
  it('gives back a session as it was started, expired or not', async () => {
    const [live, expired] = [await started(), await started({ expiresAt: 1 })];

    assert.deepEqual(await storage().sessions.find(live.idHash), live);
    assert.deepEqual(await storage().sessions.find(expired.idHash), expired);
    assert.equal(await storage().sessions.find(sha256(newId())), undefined);
  });

  it('forgets the session that a new one replaces, whosever it was', async () => {
    const before = await started();
    const next = session();

    await storage().sessions.start(next, before.idHash);
    await storage().sessions.start(session(), sha256('never was'));

    assert.equal(await storage().sessions.find(before.idHash), undefined);
    assert.deepEqual(await storage().sessions.find(next.idHash), next);
  });

  it('keeps each of twenty sessions that replace the same one at once, and not that one', async () => {
    const before = await started();
    const all = Array.from({ length: 20 }, () => session());

    await Promise.all(all.map((next) => storage().sessions.start(next, before.idHash)));

    assert.equal(await storage().sessions.find(before.idHash), undefined);
    for (const next of all) assert.deepEqual(await storage().sessions.find(next.idHash), next);
  });

  it('postpones the end, never the other way, and makes nothing anew', async () => {
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

  it('ends a session for one of twenty who ask', async () => {
    const { idHash } = await started();

    const ended = await Promise.all(Array.from({ length: 20 }, () => storage().sessions.delete(idHash)));

    assert.equal(ended.filter(Boolean).length, 1);
    assert.equal(await storage().sessions.find(idHash), undefined);
  });

  it('ends all sessions of a user, and of nobody else', async () => {
    const userId = newId();
    const own = [await started({ userId }), await started({ userId })];
    const other = await started();

    await storage().sessions.deleteOf(userId);

    for (const { idHash } of own) assert.equal(await storage().sessions.find(idHash), undefined);
    assert.deepEqual(await storage().sessions.find(other.idHash), other);
  });

  it('forgets sessions some time after they expired', async () => {
    const [old, fresh] = [await started({ expiresAt: NOW - 1 }), await started({ expiresAt: NOW })];

    await storage().sessions.prune(NOW);

    assert.equal(await storage().sessions.find(old.idHash), undefined);
    assert.deepEqual(await storage().sessions.find(fresh.idHash), fresh);
  });

  async function started(rest: Partial<Session> = {}): Promise<Session> {
    const made = session(rest);
    await storage().sessions.start(made);
    return made;
  }
}

function session(rest: Partial<Session> = {}): Session {
  return {
    idHash: sha256(newSecret()),
    userId: newId(),
    accessEpoch: 3,
    startedAt: NOW,
    expiresAt: NOW + 1800,
    ...rest,
  };
}
