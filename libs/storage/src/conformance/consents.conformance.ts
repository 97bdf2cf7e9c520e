import assert from 'node:assert/strict';
import type { Storage } from '../storage.js';
import { it } from './runner.js';
import { newId } from './sample.js';

const NOW = 1_700_000_000;

export function consents(storage: () => Storage): void {
  it('keeps the last consent of a user to a client', async () => {
    const [userId, clientId] = [newId(), newId()];
    const consent = { userId, clientId, scope: 'member', grantedAt: NOW };
    await storage().consents.save(consent);
    const wider = { ...consent, scope: 'member content:administer', grantedAt: NOW + 1 };
    await storage().consents.save(wider);

    assert.deepEqual(await storage().consents.find(userId, clientId), wider);
    assert.equal(await storage().consents.find(userId, newId()), undefined);
    assert.equal(await storage().consents.find(newId(), clientId), undefined);
  });

  it('deletes all consents to a client and keeps those to other clients', async () => {
    const [alice, bob, clientId, other] = [newId(), newId(), newId(), newId()];
    const kept = { userId: alice, clientId: other, scope: '', grantedAt: NOW };
    await storage().consents.save({ userId: alice, clientId, scope: 'member', grantedAt: NOW });
    await storage().consents.save({ userId: bob, clientId, scope: 'member', grantedAt: NOW });
    await storage().consents.save(kept);

    assert.equal(await storage().consents.deleteByClient(clientId), 2);
    assert.equal(await storage().consents.deleteByClient(clientId), 0);

    assert.equal(await storage().consents.find(alice, clientId), undefined);
    assert.equal(await storage().consents.find(bob, clientId), undefined);
    assert.deepEqual(await storage().consents.find(alice, other), kept);
  });

  it('lists and deletes the consents of one user', async () => {
    const [userId, clientId, other] = [newId(), newId(), newId()];
    const kept = { userId, clientId: other, scope: 'member', grantedAt: NOW };
    await storage().consents.save({ ...kept, clientId });
    await storage().consents.save(kept);
    await storage().consents.save({ ...kept, userId: newId() });
    assert.equal((await storage().consents.listByUser(userId)).length, 2);

    assert.equal(await storage().consents.delete(userId, clientId), true);
    assert.equal(await storage().consents.delete(userId, clientId), false);

    assert.deepEqual(await storage().consents.listByUser(userId), [kept]);
  });

  it('saves one consent when it is given twenty times in parallel', async () => {
    const consent = { userId: newId(), clientId: newId(), scope: 'member', grantedAt: NOW };

    await Promise.all(Array.from({ length: 20 }, () => storage().consents.save(consent)));

    assert.deepEqual(await storage().consents.find(consent.userId, consent.clientId), consent);
  });
}
