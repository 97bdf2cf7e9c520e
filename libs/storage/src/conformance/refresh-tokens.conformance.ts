import assert from 'node:assert/strict';
import { sha256 } from '@content-service/kernel';
import type { RefreshToken } from '@content-service/oauth-grants';
import type { Storage } from '../storage.js';
import { RACES } from './races.js';
import { it } from './runner.js';
import { newId } from './sample.js';

const NOW = 1_700_000_000;

export function refreshTokens(storage: () => Storage): void {
  it('gives back a token as it was stored, used or revoked or not', async () => {
    const first = await inserted();
    const second = successorOf(first);
    assert.deepEqual(await rotate(first, second), { outcome: 'rotated' });
    await storage().refreshTokens.revokeFamily(first.familyId, NOW);

    assert.deepEqual(await storage().refreshTokens.find(first.tokenHash), first);
    assert.deepEqual(await storage().refreshTokens.find(second.tokenHash), second);
    assert.equal(await storage().refreshTokens.find(sha256(newId())), undefined);
  });

  it('says of a token that is used again when it was used, and whether its successor is unused', async () => {
    const first = await inserted();
    const second = successorOf(first);
    await rotate(first, second, NOW + 5);

    const again = await rotate(first, successorOf(first), NOW + 7);
    assert.deepEqual(again, { outcome: 'reused', usedAt: NOW + 5, directPredecessor: true });

    await rotate(second, successorOf(second), NOW + 8);
    const late = await rotate(first, successorOf(first), NOW + 9);
    assert.deepEqual(late, { outcome: 'reused', usedAt: NOW + 5, directPredecessor: false });
  });

  it('stores a successor only when its predecessor was used up for it', async () => {
    const first = await inserted();
    await rotate(first, successorOf(first));
    const refused = successorOf(first);

    await rotate(first, refused);

    assert.equal(await storage().refreshTokens.find(refused.tokenHash), undefined);
  });

  it('does not know a token that was never stored', async () => {
    const stranger = token();

    assert.deepEqual(await rotate(stranger, successorOf(stranger)), { outcome: 'unknown' });
  });

  it(`is used up by one of twenty at once, whose successor alone is stored, in ${RACES} of ${RACES} races`, async () => {
    for (let race = 0; race < RACES; race++) {
      const first = await inserted();
      const successors = Array.from({ length: 20 }, () => successorOf(first));

      const rotations = await Promise.all(successors.map((successor) => rotate(first, successor)));

      const won = rotations.map(({ outcome }) => outcome === 'rotated');
      assert.equal(won.filter(Boolean).length, 1);
      assert.ok(rotations.every(({ outcome }) => outcome === 'rotated' || outcome === 'reused'));
      const found = await Promise.all(
        successors.map(({ tokenHash }) => storage().refreshTokens.find(tokenHash)),
      );
      assert.deepEqual(
        found.map((successor) => successor !== undefined),
        won,
      );
    }
  });

  it('cannot be used after its family was revoked, whichever of its tokens it is', async () => {
    const first = await inserted();
    const second = successorOf(first);
    await rotate(first, second);

    await storage().refreshTokens.revokeFamily(first.familyId, NOW);

    assert.equal(await storage().refreshTokens.isRevoked(first.familyId), true);
    assert.deepEqual(await rotate(second, successorOf(second)), { outcome: 'revoked' });
    assert.deepEqual(await rotate(first, successorOf(first)), { outcome: 'revoked' });
  });

  it('is dead from the start when its family was revoked before', async () => {
    const late = token();
    await storage().refreshTokens.revokeFamily(late.familyId, NOW);

    await storage().refreshTokens.insert(late);

    assert.equal(await storage().refreshTokens.isRevoked(late.familyId), true);
    assert.deepEqual(await rotate(late, successorOf(late)), { outcome: 'revoked' });
  });

  it('leaves no live token when a family is revoked while it rotates', async () => {
    const chain = await inserted();
    const next = successorOf(chain);

    await Promise.all([rotate(chain, next), storage().refreshTokens.revokeFamily(chain.familyId, NOW)]);

    assert.equal((await rotate(next, successorOf(next))).outcome === 'rotated', false);
    assert.equal(await storage().refreshTokens.isRevoked(chain.familyId), true);
  });

  it('has a family that is not revoked while it lives', async () => {
    const first = await inserted();

    assert.equal(await storage().refreshTokens.isRevoked(first.familyId), false);
    assert.equal(await storage().refreshTokens.isRevoked(newId()), true);
  });

  it('is revoked with all others of its user, its client, or both', async () => {
    const [userId, clientId] = [newId(), newId()];
    const both = await inserted({ userId, clientId });
    const [sameUser, sameClient] = [await inserted({ userId }), await inserted({ clientId })];
    const [used, expired] = [
      await inserted({ userId, clientId }),
      await inserted({ userId, clientId, expiresAt: NOW - 9 }),
    ];
    await rotate(used, successorOf(used));

    assert.deepEqual(await storage().refreshTokens.revokeBy({}, NOW), []);
    const revoked = await storage().refreshTokens.revokeBy({ userId, clientId }, NOW);
    assert.deepEqual(revoked.sort(), [both.familyId, used.familyId].sort());
    assert.equal(await storage().refreshTokens.isRevoked(expired.familyId), true);
    assert.deepEqual(await storage().refreshTokens.revokeBy({ userId }, NOW), [sameUser.familyId]);
    assert.deepEqual(await storage().refreshTokens.revokeBy({ clientId }, NOW), [sameClient.familyId]);
    assert.deepEqual(await storage().refreshTokens.revokeBy({ clientId }, NOW), []);
  });

  it('is forgotten some time after it expired', async () => {
    const [old, fresh] = [await inserted({ expiresAt: NOW - 1 }), await inserted()];

    await storage().refreshTokens.prune(NOW);

    assert.equal(await storage().refreshTokens.find(old.tokenHash), undefined);
    assert.deepEqual(await storage().refreshTokens.find(fresh.tokenHash), fresh);
    assert.equal(await storage().refreshTokens.isRevoked(fresh.familyId), false);
  });

  async function inserted(rest: Partial<RefreshToken> = {}): Promise<RefreshToken> {
    const made = token(rest);
    await storage().refreshTokens.insert(made);
    return made;
  }

  function rotate(used: RefreshToken, successor: RefreshToken, now = NOW) {
    return storage().refreshTokens.rotate(used.tokenHash, successor, now);
  }
}

function token(rest: Partial<RefreshToken> = {}): RefreshToken {
  return {
    tokenHash: sha256(newId()),
    familyId: newId(),
    clientId: newId(),
    userId: newId(),
    scope: 'content:administer member',
    issuedAt: NOW - 100,
    expiresAt: NOW + 1_209_600,
    familyStartedAt: NOW - 200,
    ...rest,
  };
}

function successorOf(predecessor: RefreshToken): RefreshToken {
  return { ...predecessor, tokenHash: sha256(newId()), issuedAt: NOW };
}
