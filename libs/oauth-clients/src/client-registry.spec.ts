import { AuditTrail } from '@content-service/audit';
import {
  ResourceWriteContended,
  ResourcePreconditionFailed,
  AggregateDomainError,
  FakeClock,
  UuidV7Generator,
} from '@content-service/kernel';
import { OPERATOR_CONTEXT, ScopeSet } from '@content-service/scopes';
import { InMemoryAuditLog, InMemoryClientStore, InMemoryClientUsers } from './client-registry.fixture.js';
import { ClientRegistry } from './client-registry.js';
import {
  ClientAuthenticationFailed,
  ClientIdTaken,
  ClientIsPublic,
  ClientNotFound,
} from './client.errors.js';
import { FIRST_PARTY_CLIENT_ID } from './client.js';

const NEWS = { label: 'News site', allowedScopes: ['content:administer', 'member'] };

let clientStore: InMemoryClientStore;
let users: InMemoryClientUsers;
let clock: FakeClock;
let registry: ClientRegistry;
beforeEach(() => {
  clientStore = new InMemoryClientStore();
  users = new InMemoryClientUsers();
  clock = new FakeClock(1_700_000_000);
  registry = registryOn(clientStore);
});

function registryOn(store: InMemoryClientStore): ClientRegistry {
  return new ClientRegistry(
    store,
    users,
    new AuditTrail(new InMemoryAuditLog(), new UuidV7Generator(), clock),
    clock,
  );
}

describe('ClientRegistry.register', () => {
  it('creates a confidential client with a UUID, every grant, and a secret that is stored as a hash', async () => {
    const { client, secret } = await registry.register(NEWS, OPERATOR_CONTEXT);

    expect(client).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      label: 'News site',
      secrets: [{ hash: expect.stringMatching(/^v1\$sha256\$[\w-]{43}$/), createdAt: 1_700_000_000 }],
      confidential: true,
      grants: ['client_credentials', 'authorization_code', 'refresh_token'],
      allowedScopes: expect.anything(),
      redirectUris: [],
      user: undefined,
      enabled: true,
      rememberConsent: false,
      requirePkce: false,
      createdAt: 1_700_000_000,
      version: 1,
    });
    expect(client.allowedScopes.toString()).toBe('content:administer member');
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify([...clientStore.clients.values()])).not.toContain(secret);
  });

  it('creates a public client without secret and client_credentials, with requirePkce', async () => {
    const { client, secret } = await registry.register(
      {
        ...NEWS,
        confidential: false,
        redirectUris: ['com.example.app:/oauth'],
      },
      OPERATOR_CONTEXT,
    );

    expect(secret).toBeUndefined();
    expect(client).toMatchObject({
      secrets: [],
      grants: ['authorization_code', 'refresh_token'],
      requirePkce: true,
    });
  });

  it('accepts a preset id and a preset strong secret', async () => {
    const preset = { id: 'ci', secret: 's'.repeat(43) };

    const registration = await registry.register(NEWS, OPERATOR_CONTEXT, preset);

    expect(registration).toMatchObject({ client: { id: 'ci' }, secret: preset.secret });
    await expect(registry.authenticate('ci', preset.secret)).resolves.toMatchObject({ id: 'ci' });
    await expect(registry.register(NEWS, OPERATOR_CONTEXT, preset)).rejects.toThrow(ClientIdTaken);
  });

  it('reports every problem and stores nothing', async () => {
    const registration = registry.register(
      { label: ' ', allowedScopes: ['member', 'content:read'], redirectUris: ['/back'], user: 'Ann' },
      OPERATOR_CONTEXT,
      { id: 'a b', secret: 'short' },
    );

    await expect(registration).rejects.toBeInstanceOf(AggregateDomainError);
    await expect(registration).rejects.toMatchObject({
      problems: [
        { source: { pointer: '/label' } },
        {
          source: { pointer: '/allowedScopes/1' },
          message: expect.stringMatching(
            /^There is no scope 'content:read'\. Known: .*content:administer, /,
          ) as string,
        },
        {
          source: { pointer: '/redirectUris/0' },
          message: "The redirect URI '/back' must be an absolute URI.",
        },
        { source: { pointer: '/user' } },
        { source: { pointer: '/id' } },
        { source: { pointer: '/secret' } },
      ],
    });
    expect(clientStore.clients.size).toBe(0);
  });

  it('refuses the id of the browser administration', async () => {
    const registration = registry.register(NEWS, OPERATOR_CONTEXT, { id: FIRST_PARTY_CLIENT_ID });

    await expect(registration).rejects.toThrow(ClientIdTaken);
  });

  it('refuses a public client with client_credentials or without PKCE', async () => {
    const registration = registry.register(
      {
        ...NEWS,
        confidential: false,
        grants: ['client_credentials'],
        requirePkce: false,
      },
      OPERATOR_CONTEXT,
    );

    await expect(registration).rejects.toMatchObject({
      problems: [{ source: { pointer: '/grants' } }, { source: { pointer: '/requirePkce' } }],
    });
  });
});

describe('ClientRegistry.authenticate', () => {
  it('throws the same error for a wrong secret, an unknown, a disabled and a public client', async () => {
    const { client, secret = '' } = await registry.register(NEWS, OPERATOR_CONTEXT);
    const disabled = await registry.register({ ...NEWS, enabled: false }, OPERATOR_CONTEXT);
    const published = await registry.register({ ...NEWS, confidential: false }, OPERATOR_CONTEXT);

    for (const [id, attempt] of [
      [client.id, `${secret}x`],
      [client.id, ''],
      ['unknown', secret],
      [disabled.client.id, disabled.secret ?? ''],
      [published.client.id, ''],
    ] as const) {
      await expect(registry.authenticate(id, attempt)).rejects.toThrow(new ClientAuthenticationFailed());
    }
  });

  it('reads the store once for repeated authentications', async () => {
    const { client, secret = '' } = await registry.register(NEWS, OPERATOR_CONTEXT);
    clientStore.reads = 0;

    await registry.authenticate(client.id, secret);
    await registry.authenticate(client.id, secret);

    expect(clientStore.reads).toBe(1);
  });

  it('records at most one use a minute', async () => {
    const { client, secret = '' } = await registry.register(NEWS, OPERATOR_CONTEXT);

    await registry.authenticate(client.id, secret);
    clock.advance(59);
    await registry.authenticate(client.id, secret);
    clock.advance(1);
    await registry.authenticate(client.id, secret);

    expect(clientStore.touched).toEqual([
      [client.id, 1_700_000_000],
      [client.id, 1_700_000_060],
    ]);
  });

  it('accepts a secret that another process has rotated to', async () => {
    const { client, secret = '' } = await registry.register(NEWS, OPERATOR_CONTEXT);
    await registry.authenticate(client.id, secret);
    const rotated = await registryOn(clientStore).rotateSecret(client.id, 0, OPERATOR_CONTEXT);

    await expect(registry.authenticate(client.id, rotated.secret)).resolves.toMatchObject({ version: 2 });
  });
});

describe('ClientRegistry.rotateSecret', () => {
  it('accepts the previous secret during the grace time only', async () => {
    const first = await registry.register(NEWS, OPERATOR_CONTEXT);
    const id = first.client.id;

    const second = await registry.rotateSecret(id, 3600, OPERATOR_CONTEXT);

    expect(second.client.secrets).toHaveLength(2);
    await registry.authenticate(id, second.secret);
    clock.advance(3599);
    await registry.authenticate(id, first.secret ?? '');
    clock.advance(1);
    await expect(registry.authenticate(id, first.secret ?? '')).rejects.toThrow(ClientAuthenticationFailed);
    await registry.authenticate(id, second.secret);
  });

  it('rejects the previous secret at once without a grace time', async () => {
    const first = await registry.register(NEWS, OPERATOR_CONTEXT);

    await registry.rotateSecret(first.client.id, 0, OPERATOR_CONTEXT);

    const late = registry.authenticate(first.client.id, first.secret ?? '');
    await expect(late).rejects.toThrow(ClientAuthenticationFailed);
  });

  it('keeps at most two secrets', async () => {
    const first = await registry.register(NEWS, OPERATOR_CONTEXT);
    const id = first.client.id;
    const second = await registry.rotateSecret(id, 3600, OPERATOR_CONTEXT);
    const third = await registry.rotateSecret(id, 3600, OPERATOR_CONTEXT);

    expect(third.client.secrets).toHaveLength(2);
    await registry.authenticate(id, second.secret);
    await expect(registry.authenticate(id, first.secret ?? '')).rejects.toThrow(ClientAuthenticationFailed);
  });

  it('throws ClientIsPublic for a public client', async () => {
    const { client } = await registry.register({ ...NEWS, confidential: false }, OPERATOR_CONTEXT);

    await expect(registry.rotateSecret(client.id, 0, OPERATOR_CONTEXT)).rejects.toThrow(ClientIsPublic);
  });
});

describe('ClientRegistry.update', () => {
  it('changes the given members and keeps the others and the secret', async () => {
    const { client, secret = '' } = await registry.register(
      {
        ...NEWS,
        redirectUris: ['https://a.example/cb'],
      },
      OPERATOR_CONTEXT,
    );
    await registry.authenticate(client.id, secret);

    const { after: changed } = await registry.update(
      client.id,
      { allowedScopes: ['member'], label: undefined },
      OPERATOR_CONTEXT,
    );

    expect(changed).toMatchObject({ label: 'News site', redirectUris: ['https://a.example/cb'], version: 2 });
    expect(changed.allowedScopes.toString()).toBe('member');
    await expect(registry.authenticate(client.id, secret)).resolves.toEqual(changed);
  });

  it('removes the user with null', async () => {
    const user = '0191d2c0-0000-7000-8000-00000000a11c';
    users.scopesByUser.set(user, ScopeSet.none);
    const { client } = await registry.register({ ...NEWS, user }, OPERATOR_CONTEXT);

    const { before, after } = await registry.update(client.id, { user: null }, OPERATOR_CONTEXT);

    expect([before.user, after.user]).toEqual([user, undefined]);
  });

  it('throws ResourcePreconditionFailed for another version than the current one', async () => {
    const { client } = await registry.register(NEWS, OPERATOR_CONTEXT);
    await registry.update(client.id, { label: 'B' }, OPERATOR_CONTEXT, 1);

    await expect(registry.update(client.id, { label: 'C' }, OPERATOR_CONTEXT, 1)).rejects.toThrow(
      ResourcePreconditionFailed,
    );
    await expect(registry.rotateSecret(client.id, 0, OPERATOR_CONTEXT, 1)).rejects.toThrow(
      ResourcePreconditionFailed,
    );
    await expect(registry.delete(client.id, OPERATOR_CONTEXT, 1)).rejects.toThrow(ResourcePreconditionFailed);
    expect(await registry.get(client.id)).toMatchObject({ label: 'B', version: 2 });
  });

  it('refuses what register() refuses', async () => {
    const { client } = await registry.register(NEWS, OPERATOR_CONTEXT);

    await expect(registry.update(client.id, { allowedScopes: ['x'] }, OPERATOR_CONTEXT)).rejects.toThrow(
      "There is no scope 'x'. Known: ",
    );
  });

  it('throws ResourceWriteContended when every attempt conflicts', async () => {
    const { client } = await registry.register(NEWS, OPERATOR_CONTEXT);
    clientStore.refuseUpdates = true;

    await expect(registry.update(client.id, { label: 'B' }, OPERATOR_CONTEXT)).rejects.toThrow(
      ResourceWriteContended,
    );
  });

  it('throws ClientNotFound for an unknown client', async () => {
    await expect(registry.update('unknown', {}, OPERATOR_CONTEXT)).rejects.toThrow(ClientNotFound);
    await expect(registry.delete('unknown', OPERATOR_CONTEXT)).rejects.toThrow(ClientNotFound);
    await expect(registry.get('unknown')).rejects.toThrow(ClientNotFound);
  });
});

describe('ClientRegistry.clearCache', () => {
  it('the next call of find() reads the store', async () => {
    const { client } = await registry.register(NEWS, OPERATOR_CONTEXT);
    await registry.find(client.id);
    clientStore.clients.set(client.id, { ...client, enabled: false });

    expect(await registry.find(client.id)).toMatchObject({ enabled: true });
    registry.clearCache();
    expect(await registry.find(client.id)).toMatchObject({ enabled: false });
  });

  it('does not cache a client that was read before the call', async () => {
    const { client } = await registry.register(NEWS, OPERATOR_CONTEXT);
    const early = registry.find(client.id);

    registry.clearCache();
    await early;

    expect(registry.peek(client.id)).toBeUndefined();
  });

  it('is not needed after changes through the same registry', async () => {
    const { client, secret = '' } = await registry.register(NEWS, OPERATOR_CONTEXT);
    await registry.authenticate(client.id, secret);

    await registry.delete(client.id, OPERATOR_CONTEXT);

    expect(await registry.find(client.id)).toBeUndefined();
    await expect(registry.authenticate(client.id, secret)).rejects.toThrow(ClientAuthenticationFailed);
  });
});
