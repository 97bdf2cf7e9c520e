import assert from 'node:assert/strict';
import { sha256 } from '@content-service/kernel';
import type { AuthorizationCode } from '@content-service/oauth-grants';
import type { Storage } from '../storage.js';
import { RACES } from './shared-storage.js';
import { assertPrunesInBatches, MANY } from './pruning.js';
import { it } from './runner.js';
import { newId } from './sample.js';

const NOW = 1_700_000_000;

export function authorizationCodes(storage: () => Storage): void {
  it('returns a code as it was saved, used or not, expired or not', async () => {
    const rest = {
      codeChallenge: sha256('verifier'),
      requestedScope: 'member menu:administer',
      authenticatedAt: NOW - 600,
      expiresAt: 1,
    };
    const [plain, bound] = [code(), code(rest)];
    await storage().authorizationCodes.save(plain);
    await storage().authorizationCodes.save(bound);
    await storage().authorizationCodes.consume(plain.codeHash, NOW);

    assert.deepEqual(await storage().authorizationCodes.find(plain.codeHash), plain);
    assert.deepEqual(await storage().authorizationCodes.find(bound.codeHash), bound);
    assert.equal(await storage().authorizationCodes.find(sha256(newId())), undefined);
  });

  it('a code is consumed once; later calls report a replay', async () => {
    const saved = code();
    await storage().authorizationCodes.save(saved);

    const first = await storage().authorizationCodes.consume(saved.codeHash, NOW);
    const second = await storage().authorizationCodes.consume(saved.codeHash, NOW + 1);

    assert.deepEqual(first, { outcome: 'consumed', code: saved });
    assert.deepEqual(second, { outcome: 'replayed', code: saved });
  });

  it('consumes an expired code, because the caller checks the expiry', async () => {
    const expired = code({ expiresAt: NOW - 10 });
    await storage().authorizationCodes.save(expired);

    assert.equal((await storage().authorizationCodes.consume(expired.codeHash, NOW)).outcome, 'consumed');
  });

  it('returns undefined for an unknown code', async () => {
    assert.deepEqual(await storage().authorizationCodes.consume(sha256(newId()), NOW), {
      outcome: 'unknown',
    });
  });

  it(`is consumed by one of twenty at once, in ${RACES} of ${RACES} races`, async () => {
    for (let race = 0; race < RACES; race++) {
      const saved = code();
      await storage().authorizationCodes.save(saved);

      const outcomes = await Promise.all(
        Array.from({ length: 20 }, () => storage().authorizationCodes.consume(saved.codeHash, NOW)),
      );

      assert.equal(outcomes.filter(({ outcome }) => outcome === 'consumed').length, 1);
      assert.equal(outcomes.filter(({ outcome }) => outcome === 'replayed').length, 19);
    }
  });

  it('findFamilies returns the families of the codes of a user for a client', async () => {
    const saved = code({ expiresAt: 1 });
    const { userId, clientId, familyId } = saved;
    await storage().authorizationCodes.save(saved);
    await storage().authorizationCodes.save(code({ userId }));
    await storage().authorizationCodes.save(code({ clientId }));

    assert.deepEqual(await storage().authorizationCodes.findFamilies({ userId, clientId }), [familyId]);
  });

  it('is deleted some time after its expiry', async () => {
    const [old, fresh] = [code({ expiresAt: NOW - 1 }), code({ expiresAt: NOW + 1 })];
    await storage().authorizationCodes.save(old);
    await storage().authorizationCodes.save(fresh);

    await storage().authorizationCodes.prune(NOW, MANY);

    assert.equal(await storage().authorizationCodes.find(old.codeHash), undefined);
    assert.deepEqual(await storage().authorizationCodes.find(fresh.codeHash), fresh);
  });

  it('is deleted together with as many others as the call says', async () => {
    await assertPrunesInBatches(
      (limit) => storage().authorizationCodes.prune(NOW, limit),
      async () => {
        const expired = code({ expiresAt: NOW - 1 });
        await storage().authorizationCodes.save(expired);
        return async () => (await storage().authorizationCodes.find(expired.codeHash)) !== undefined;
      },
    );
  });
}

function code(rest: Partial<AuthorizationCode> = {}): AuthorizationCode {
  return {
    codeHash: sha256(newId()),
    clientId: newId(),
    userId: newId(),
    redirectUri: 'https://example.com/cb?é=%C3%A9',
    scope: 'content:administer member',
    familyId: newId(),
    expiresAt: NOW + 300,
    ...rest,
  };
}
