import assert from 'node:assert/strict';
import { generateSecret, sha256 } from '@content-service/kernel';
import type { Storage } from '../storage.js';
import { assertPrunesInBatches, MANY } from './pruning.js';
import { it } from './runner.js';

const NOW = 1_700_000_000;

export function pendingAuthorizations(storage: () => Storage): void {
  it('returns a pending authorization to its own session, once', async () => {
    const pending = pendingAuthorization();
    await storage().pendingAuthorizations.save(pending);

    assert.equal(
      await storage().pendingAuthorizations.take(pending.id, sha256('another session')),
      undefined,
    );
    assert.deepEqual(await storage().pendingAuthorizations.take(pending.id, pending.sessionHash), pending);
    assert.equal(await storage().pendingAuthorizations.take(pending.id, pending.sessionHash), undefined);
  });

  it('of twenty parallel calls one takes a pending authorization', async () => {
    const pending = pendingAuthorization();
    await storage().pendingAuthorizations.save(pending);

    const taken = await Promise.all(
      Array.from({ length: 20 }, () => storage().pendingAuthorizations.take(pending.id, pending.sessionHash)),
    );

    assert.equal(taken.filter((found) => found !== undefined).length, 1);
  });

  it('deletes pending authorizations some time after their expiry', async () => {
    const [old, fresh] = [pendingAuthorization(NOW - 1), pendingAuthorization(NOW + 1)];
    await storage().pendingAuthorizations.save(old);
    await storage().pendingAuthorizations.save(fresh);

    await storage().pendingAuthorizations.prune(NOW, MANY);

    assert.equal(await storage().pendingAuthorizations.take(old.id, old.sessionHash), undefined);
    assert.deepEqual(await storage().pendingAuthorizations.take(fresh.id, fresh.sessionHash), fresh);
  });

  it('deletes as many pending authorizations at once as it is told', async () => {
    await assertPrunesInBatches(
      (limit) => storage().pendingAuthorizations.prune(NOW, limit),
      async () => {
        const expired = pendingAuthorization(NOW - 1);
        await storage().pendingAuthorizations.save(expired);
        return async () => {
          const taken = await storage().pendingAuthorizations.take(expired.id, expired.sessionHash);
          if (taken !== undefined) await storage().pendingAuthorizations.save(taken);
          return taken !== undefined;
        };
      },
    );
  });
}

function pendingAuthorization(expiresAt = NOW + 600) {
  const request = JSON.stringify({ state: 'é😀"\\', scope: 'x'.repeat(3000) });
  return { id: generateSecret(), sessionHash: sha256(generateSecret()), request, expiresAt };
}
