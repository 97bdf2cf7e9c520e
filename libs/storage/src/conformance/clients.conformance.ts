import assert from 'node:assert/strict';
import { sha256 } from '@content-service/kernel';
import type { ApiClient } from '@content-service/oauth-clients';
import { ScopeSet } from '@content-service/scopes';
import type { Storage } from '../storage.js';
import { it } from './runner.js';
import { newId } from './sample.js';

/** A client with an id of its own. */
export function apiClient(rest: Partial<ApiClient> = {}): ApiClient {
  return {
    id: newId(),
    label: 'Wébsite 😀',
    secrets: [{ hash: `v1$sha256$${sha256(newId())}`, createdAt: 1_700_000_000 }],
    confidential: true,
    grants: ['client_credentials'],
    allowedScopes: ScopeSet.of('content:administer', 'member'),
    redirectUris: ['https://example.com/cb?x=%20'],
    enabled: true,
    rememberConsent: false,
    requirePkce: false,
    createdAt: 1_700_000_000,
    version: 1,
    ...rest,
  };
}

export function clients(storage: () => Storage): void {
  it('returns a client as it was stored', async () => {
    const secrets = [
      { hash: 'v1$sha256$old', createdAt: 1, expiresAt: 1_700_000_000 },
      { hash: 'v1$sha256$new', createdAt: 2 },
    ];
    const full = apiClient({
      secrets,
      user: newId(),
      lastUsedAt: 1_700_000_001,
      allowedScopes: ScopeSet.none,
    });
    const bare = apiClient({ secrets: [], confidential: false, redirectUris: [], grants: [] });
    await storage().clients.insert(full);
    await storage().clients.insert(bare);

    assert.deepEqual(await storage().clients.find(full.id), full);
    assert.deepEqual(await storage().clients.find(bare.id), bare);
    assert.equal(await storage().clients.find(newId()), undefined);
  });

  it('lists clients, the oldest first', async () => {
    const [young, old] = [apiClient({ createdAt: 1_800_000_000 }), apiClient({ createdAt: 1_600_000_000 })];
    await storage().clients.insert(young);
    await storage().clients.insert(old);

    const ids = (await storage().clients.list()).map(({ id }) => id);

    assert.ok(ids.includes(young.id) && ids.includes(old.id));
    assert.ok(ids.indexOf(old.id) < ids.indexOf(young.id));
  });

  it('refuses a second client with the same id', async () => {
    const client = apiClient();
    await storage().clients.insert(client);

    await assert.rejects(storage().clients.insert({ ...client, label: 'other' }));

    assert.equal((await storage().clients.find(client.id))?.label, client.label);
  });

  it('updates a client from its current version only', async () => {
    const client = apiClient();
    await storage().clients.insert(client);
    const second = { ...client, label: 'second', secrets: [], version: 2 };

    assert.equal(await storage().clients.update(second, 1), true);
    assert.equal(await storage().clients.update({ ...client, label: 'late', version: 2 }, 1), false);
    assert.equal(await storage().clients.update(apiClient(), 1), false);

    assert.deepEqual(await storage().clients.find(client.id), second);
  });

  it('of twenty parallel updates from the same version one succeeds', async () => {
    const client = apiClient();
    await storage().clients.insert(client);

    const won = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        storage().clients.update({ ...client, label: `${n}`, version: 2 }, 1),
      ),
    );

    assert.equal(won.filter(Boolean).length, 1);
    assert.equal((await storage().clients.find(client.id))?.label, `${won.indexOf(true)}`);
  });

  it('records a use without changing the version, and keeps it when a client read earlier is stored', async () => {
    const client = apiClient();
    await storage().clients.insert(client);

    await storage().clients.touch(client.id, 1_700_000_500);
    await storage().clients.touch(newId(), 1_700_000_500);
    assert.deepEqual(await storage().clients.find(client.id), { ...client, lastUsedAt: 1_700_000_500 });

    assert.equal(await storage().clients.update({ ...client, label: 'new', version: 2 }, 1), true);
    assert.equal((await storage().clients.find(client.id))?.lastUsedAt, 1_700_000_500);
  });

  it('deletes a client once', async () => {
    const client = apiClient();
    await storage().clients.insert(client);

    assert.deepEqual(
      [await storage().clients.delete(client.id), await storage().clients.delete(client.id)],
      [true, false],
    );
    assert.equal(await storage().clients.find(client.id), undefined);
  });
}
