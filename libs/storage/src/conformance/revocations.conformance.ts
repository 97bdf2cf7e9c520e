import assert from 'node:assert/strict';
import type { Revocation } from '@content-service/oauth-grants';
import type { Storage } from '../storage.js';
import { assertPrunesInBatches, MANY } from './pruning.js';
import { it } from './runner.js';
import { newId } from './sample.js';

const NOW = 1_700_000_000;

export function revocations(storage: () => Storage): void {
  it('returns the revocations in force, of every kind of subject', async () => {
    const id = newId();
    const subjects = ['token', 'client', 'user', 'family'] as const;
    const appended = subjects.map((subject) => ({ subject, id, notBefore: NOW, until: NOW + 300 }));

    await storage().revocations.append(appended);

    assert.deepEqual(new Set(await inForce(id, NOW)), new Set(appended));
    assert.deepEqual(await inForce(newId(), NOW), []);
  });

  it('accepts the same revocation again, and a later one of the same subject', async () => {
    const first = { subject: 'client', id: newId(), notBefore: NOW, until: NOW + 300 } as const;
    const later = { ...first, notBefore: NOW + 50, until: NOW + 350 };
    await storage().revocations.append([first]);

    await storage().revocations.append([first, later]);

    const found = await inForce(first.id, NOW + 320);
    assert.deepEqual(found.at(-1), later);
    const strictest = Math.max(...(await inForce(first.id, NOW)).map(({ notBefore }) => notBefore));
    assert.equal(strictest, later.notBefore);
  });

  it('keeps the later revocation when an earlier one arrives afterwards', async () => {
    const later = { subject: 'user', id: newId(), notBefore: NOW + 50, until: NOW + 350 } as const;
    await storage().revocations.append([later]);

    await storage().revocations.append([{ ...later, notBefore: NOW, until: NOW + 300 }]);

    assert.ok((await inForce(later.id, NOW + 320)).some(({ notBefore }) => notBefore === later.notBefore));
  });

  it('deletes revocations that are no longer in force', async () => {
    const id = newId();
    const [over, lasting] = [
      { subject: 'token', id, notBefore: NOW, until: NOW + 10 },
      { subject: 'family', id, notBefore: NOW, until: NOW + 1000 },
    ] as const;
    await storage().revocations.append([over, lasting]);

    assert.deepEqual(await inForce(id, NOW + 10), [lasting]);
    await storage().revocations.prune(NOW + 11, MANY);

    assert.deepEqual(await inForce(id, NOW), [lasting]);
  });

  it('deletes as many revocations at once as it is told, also of one subject', async () => {
    const [id, until] = [newId(), NOW + 10];
    let notBefore = NOW;
    await assertPrunesInBatches(
      (limit) => storage().revocations.prune(until, limit),
      async () => {
        const revocation = { subject: 'client', id, notBefore: (notBefore += 1), until } as const;
        await storage().revocations.append([revocation]);
        return async () =>
          (await inForce(id, NOW)).some((stored) => stored.notBefore === revocation.notBefore);
      },
    );
  });

  it('accepts an empty list', async () => {
    await storage().revocations.append([]);
  });

  it('keeps all of twenty parallel revocations', async () => {
    const id = newId();
    const appended = Array.from({ length: 20 }, (_, n) => ({
      subject: 'token' as const,
      id: `${id}-${n}`,
      notBefore: NOW,
      until: NOW + 300,
    }));

    await Promise.all(appended.map((revocation) => storage().revocations.append([revocation])));

    assert.equal(
      (await storage().revocations.findActive(NOW)).filter((found) => found.id.startsWith(id)).length,
      20,
    );
  });

  async function inForce(id: string, now: number): Promise<Revocation[]> {
    return (await storage().revocations.findActive(now)).filter((found) => found.id === id);
  }
}
