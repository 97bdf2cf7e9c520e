import assert from 'node:assert/strict';
import { sha256 } from '@content-service/kernel';
import type { RefreshToken } from '@content-service/oauth-grants';
import type { Storage } from '../storage.js';
import { RACES } from './shared-storage.js';
import { assertPrunesInBatches, MANY } from './pruning.js';
import { it } from './runner.js';
import { newId } from './sample.js';

const NOW = 1_700_000_000;

export function refreshTokens(storage: () => Storage): void {
  it('returns a token as it was stored, used or revoked or not', async () => {
    const first = await inserted({ authenticatedAt: NOW - 600 });
    const second = createSuccessor(first);
    assert.deepEqual(await rotate(first, second), { outcome: 'rotated' });
    await storage().refreshTokens.revokeFamily(first.familyId, NOW);

    assert.deepEqual(await storage().refreshTokens.find(first.tokenHash), first);
    assert.deepEqual(await storage().refreshTokens.find(second.tokenHash), second);
    assert.equal(await storage().refreshTokens.find(sha256(newId())), undefined);
  });

  it('a token used again: reports when it was used and whether its successor is unused', async () => {
    const first = await inserted();
    const second = createSuccessor(first);
    await rotate(first, second, NOW + 5);

    const again = await rotate(first, createSuccessor(first), NOW + 7);
    assert.deepEqual(again, { outcome: 'reused', usedAt: NOW + 5, directPredecessor: true });

    await rotate(second, createSuccessor(second), NOW + 8);
    const late = await rotate(first, createSuccessor(first), NOW + 9);
    assert.deepEqual(late, { outcome: 'reused', usedAt: NOW + 5, directPredecessor: false });
  });

  it('stores a successor only when this call used up its predecessor', async () => {
    const first = await inserted();
    await rotate(first, createSuccessor(first));
    const refused = createSuccessor(first);

    await rotate(first, refused);

    assert.equal(await storage().refreshTokens.find(refused.tokenHash), undefined);
  });

  it('returns undefined for an unknown token', async () => {
    const otherClient = token();

    assert.deepEqual(await rotate(otherClient, createSuccessor(otherClient)), { outcome: 'unknown' });
  });

  it(`is used up by one of twenty at once, whose successor alone is stored, in ${RACES} of ${RACES} races`, async () => {
    for (let race = 0; race < RACES; race++) {
      const first = await inserted();
      const successors = Array.from({ length: 20 }, () => createSuccessor(first));

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

  it('no token can be used after its family was revoked', async () => {
    const first = await inserted();
    const second = createSuccessor(first);
    await rotate(first, second);

    await storage().refreshTokens.revokeFamily(first.familyId, NOW);

    assert.equal(await storage().refreshTokens.isRevoked(first.familyId), true);
    assert.deepEqual(await rotate(second, createSuccessor(second)), { outcome: 'revoked' });
    assert.deepEqual(await rotate(first, createSuccessor(first)), { outcome: 'revoked' });
  });

  it('a token stored after its family was revoked cannot be used', async () => {
    const late = token();
    await storage().refreshTokens.revokeFamily(late.familyId, NOW);

    await storage().refreshTokens.insert(late);

    assert.equal(await storage().refreshTokens.isRevoked(late.familyId), true);
    assert.deepEqual(await rotate(late, createSuccessor(late)), { outcome: 'revoked' });
  });

  it('leaves no usable token when a family is revoked during a rotation', async () => {
    const chain = await inserted();
    const next = createSuccessor(chain);

    await Promise.all([rotate(chain, next), storage().refreshTokens.revokeFamily(chain.familyId, NOW)]);

    assert.equal((await rotate(next, createSuccessor(next))).outcome === 'rotated', false);
    assert.equal(await storage().refreshTokens.isRevoked(chain.familyId), true);
  });

  it('a family counts as not revoked until it is revoked', async () => {
    const first = await inserted();

    assert.equal(await storage().refreshTokens.isRevoked(first.familyId), false);
    assert.equal(await storage().refreshTokens.isRevoked(newId()), true);
  });

  it('revokes all tokens of a user, of a client, or of both', async () => {
    const [userId, clientId] = [newId(), newId()];
    const both = await inserted({ userId, clientId });
    const [sameUser, sameClient] = [await inserted({ userId }), await inserted({ clientId })];
    const [used, expired] = [
      await inserted({ userId, clientId }),
      await inserted({ userId, clientId, expiresAt: NOW - 9 }),
    ];
    await rotate(used, createSuccessor(used));

    assert.deepEqual(await storage().refreshTokens.revokeByOwner({}, NOW), []);
    const revoked = await storage().refreshTokens.revokeByOwner({ userId, clientId }, NOW);
    assert.deepEqual(revoked.sort(), [both.familyId, used.familyId].sort());
    assert.equal(await storage().refreshTokens.isRevoked(expired.familyId), true);
    assert.deepEqual(await storage().refreshTokens.revokeByOwner({ userId }, NOW), [sameUser.familyId]);
    assert.deepEqual(await storage().refreshTokens.revokeByOwner({ clientId }, NOW), [sameClient.familyId]);
    assert.deepEqual(await storage().refreshTokens.revokeByOwner({ clientId }, NOW), []);
  });

  it('is listed with the live tokens of its user until it is used, revoked or expired', async () => {
    const userId = newId();
    const [live, used, revoked] = [
      await inserted({ userId }),
      await inserted({ userId }),
      await inserted({ userId }),
    ];
    await inserted({ userId, expiresAt: NOW - 1 });
    await inserted();
    const next = createSuccessor(used);
    await rotate(used, next);
    await storage().refreshTokens.revokeFamily(revoked.familyId, NOW);

    const found = await storage().refreshTokens.findLive(userId, NOW);

    const byHash = (a: RefreshToken, b: RefreshToken) => (a.tokenHash < b.tokenHash ? -1 : 1);
    assert.deepEqual(found.sort(byHash), [live, next].sort(byHash));
  });

  it('is deleted some time after its expiry', async () => {
    const [old, fresh] = [await inserted({ expiresAt: NOW - 1 }), await inserted()];

    await storage().refreshTokens.prune(NOW, MANY);

    assert.equal(await storage().refreshTokens.find(old.tokenHash), undefined);
    assert.deepEqual(await storage().refreshTokens.find(fresh.tokenHash), fresh);
    assert.equal(await storage().refreshTokens.isRevoked(fresh.familyId), false);
  });

  it('is deleted together with as many others as the call says', async () => {
    await assertPrunesInBatches(
      (limit) => storage().refreshTokens.prune(NOW, limit),
      async () => {
        const { tokenHash } = await inserted({ expiresAt: NOW - 1 });
        return async () => (await storage().refreshTokens.find(tokenHash)) !== undefined;
      },
    );
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

function createSuccessor(predecessor: RefreshToken): RefreshToken {
  return { ...predecessor, tokenHash: sha256(newId()), issuedAt: NOW };
}
