import { AuditTrail } from '@content-service/audit';
import { Contended, Outdated, Problems, TurnedClock, UuidV7Generator } from '@content-service/kernel';
import { OPERATOR } from '@content-service/scopes';
import { AuditShelf, ClientShelf } from './client-registry.fixture.js';
import { ClientRegistry } from './client-registry.js';
import { ClientAuthenticationFailed, ClientIdTaken, ClientIsPublic, ClientUnknown } from './client.errors.js';
import { FIRST_PARTY_CLIENT_ID } from './client.js';

const NEWS = { label: 'News site', allowedScopes: ['content:administer', 'member'] };

let shelf: ClientShelf;
let clock: TurnedClock;
let registry: ClientRegistry;
beforeEach(() => {
  shelf = new ClientShelf();
  clock = new TurnedClock(1_700_000_000);
  registry = registryOn(shelf);
});

function registryOn(store: ClientShelf): ClientRegistry {
  return new ClientRegistry(store, new AuditTrail(new AuditShelf(), new UuidV7Generator(), clock), clock);
}

describe('ClientRegistry.register', () => {
  it('gives a confidential client a UUID, every grant, and a secret that is stored as its hash only', async () => {
    const { client, secret } = await registry.register(NEWS, OPERATOR);

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
    expect(JSON.stringify([...shelf.clients.values()])).not.toContain(secret);
  });

  it('gives a public client no secret, no client_credentials, and PKCE', async () => {
    const { client, secret } = await registry.register(
      {
        ...NEWS,
        confidential: false,
        redirectUris: ['com.example.app:/oauth'],
      },
      OPERATOR,
    );

    expect(secret).toBeUndefined();
    expect(client).toMatchObject({
      secrets: [],
      grants: ['authorization_code', 'refresh_token'],
      requirePkce: true,
    });
  });

  it('takes an id and a strong secret chosen beforehand', async () => {
    const preset = { id: 'ci', secret: 's'.repeat(43) };

    const registration = await registry.register(NEWS, OPERATOR, preset);

    expect(registration).toMatchObject({ client: { id: 'ci' }, secret: preset.secret });
    await expect(registry.authenticate('ci', preset.secret)).resolves.toMatchObject({ id: 'ci' });
    await expect(registry.register(NEWS, OPERATOR, preset)).rejects.toThrow(ClientIdTaken);
  });

  it('names every fault and stores nothing', async () => {
    const registration = registry.register(
      { label: ' ', allowedScopes: ['member', 'content:read'], redirectUris: ['/back'], user: 'Ann' },
      OPERATOR,
      { id: 'a b', secret: 'short' },
    );

    await expect(registration).rejects.toBeInstanceOf(Problems);
    await expect(registration).rejects.toMatchObject({
      problems: [
        { place: { pointer: '/label' } },
        { place: { pointer: '/allowedScopes/1' }, message: "There is no scope 'content:read'." },
        {
          place: { pointer: '/redirectUris/0' },
          message: "The redirect URI '/back' must be an absolute URI.",
        },
        { place: { pointer: '/user' } },
        { place: { pointer: '/id' } },
        { place: { pointer: '/secret' } },
      ],
    });
    expect(shelf.clients.size).toBe(0);
  });

  it('keeps the name of the browser administration free', async () => {
    const registration = registry.register(NEWS, OPERATOR, { id: FIRST_PARTY_CLIENT_ID });

    await expect(registration).rejects.toThrow(ClientIdTaken);
  });

  it('refuses a public client that would act for itself or without PKCE', async () => {
    const registration = registry.register(
      {
        ...NEWS,
        confidential: false,
        grants: ['client_credentials'],
        requirePkce: false,
      },
      OPERATOR,
    );

    await expect(registration).rejects.toMatchObject({
      problems: [{ place: { pointer: '/grants' } }, { place: { pointer: '/requirePkce' } }],
    });
  });
});

describe('ClientRegistry.authenticate', () => {
  it('refuses a wrong secret, an unknown client, a disabled one and a public one alike', async () => {
    const { client, secret = '' } = await registry.register(NEWS, OPERATOR);
    const disabled = await registry.register({ ...NEWS, enabled: false }, OPERATOR);
    const published = await registry.register({ ...NEWS, confidential: false }, OPERATOR);

    for (const [id, attempt] of [
      [client.id, `${secret}x`],
      [client.id, ''],
      ['nobody', secret],
      [disabled.client.id, disabled.secret ?? ''],
      [published.client.id, ''],
    ] as const) {
      await expect(registry.authenticate(id, attempt)).rejects.toThrow(new ClientAuthenticationFailed());
    }
  });

  it('asks the store once for a client that comes often', async () => {
    const { client, secret = '' } = await registry.register(NEWS, OPERATOR);
    shelf.reads = 0;

    await registry.authenticate(client.id, secret);
    await registry.authenticate(client.id, secret);

    expect(shelf.reads).toBe(1);
  });

  it('notes at most one use a minute', async () => {
    const { client, secret = '' } = await registry.register(NEWS, OPERATOR);

    await registry.authenticate(client.id, secret);
    clock.turn(59);
    await registry.authenticate(client.id, secret);
    clock.turn(1);
    await registry.authenticate(client.id, secret);

    expect(shelf.touched).toEqual([
      [client.id, 1_700_000_000],
      [client.id, 1_700_000_060],
    ]);
  });

  it('knows a secret that another process has made since', async () => {
    const { client, secret = '' } = await registry.register(NEWS, OPERATOR);
    await registry.authenticate(client.id, secret);
    const rotated = await registryOn(shelf).rotateSecret(client.id, 0, OPERATOR);

    await expect(registry.authenticate(client.id, rotated.secret)).resolves.toMatchObject({ version: 2 });
  });
});

describe('ClientRegistry.rotateSecret', () => {
  it('lets the predecessor live for its grace time, and no longer', async () => {
    const first = await registry.register(NEWS, OPERATOR);
    const id = first.client.id;

    const second = await registry.rotateSecret(id, 3600, OPERATOR);

    expect(second.client.secrets).toHaveLength(2);
    await registry.authenticate(id, second.secret);
    clock.turn(3599);
    await registry.authenticate(id, first.secret ?? '');
    clock.turn(1);
    await expect(registry.authenticate(id, first.secret ?? '')).rejects.toThrow(ClientAuthenticationFailed);
    await registry.authenticate(id, second.secret);
  });

  it('ends the predecessor at once without a grace time', async () => {
    const first = await registry.register(NEWS, OPERATOR);

    await registry.rotateSecret(first.client.id, 0, OPERATOR);

    const late = registry.authenticate(first.client.id, first.secret ?? '');
    await expect(late).rejects.toThrow(ClientAuthenticationFailed);
  });

  it('never keeps more than two', async () => {
    const first = await registry.register(NEWS, OPERATOR);
    const id = first.client.id;
    const second = await registry.rotateSecret(id, 3600, OPERATOR);
    const third = await registry.rotateSecret(id, 3600, OPERATOR);

    expect(third.client.secrets).toHaveLength(2);
    await registry.authenticate(id, second.secret);
    await expect(registry.authenticate(id, first.secret ?? '')).rejects.toThrow(ClientAuthenticationFailed);
  });

  it('has nothing to do for a public client', async () => {
    const { client } = await registry.register({ ...NEWS, confidential: false }, OPERATOR);

    await expect(registry.rotateSecret(client.id, 0, OPERATOR)).rejects.toThrow(ClientIsPublic);
  });
});

describe('ClientRegistry.update', () => {
  it('changes what is named and leaves the rest, the secret too', async () => {
    const { client, secret = '' } = await registry.register(
      {
        ...NEWS,
        redirectUris: ['https://a.example/cb'],
      },
      OPERATOR,
    );
    await registry.authenticate(client.id, secret);

    const { after: changed } = await registry.update(
      client.id,
      { allowedScopes: ['member'], label: undefined },
      OPERATOR,
    );

    expect(changed).toMatchObject({ label: 'News site', redirectUris: ['https://a.example/cb'], version: 2 });
    expect(changed.allowedScopes.toString()).toBe('member');
    await expect(registry.authenticate(client.id, secret)).resolves.toEqual(changed);
  });

  it('takes the user away', async () => {
    const user = '0191d2c0-0000-7000-8000-00000000a11c';
    const { client } = await registry.register({ ...NEWS, user }, OPERATOR);

    const { before, after } = await registry.update(client.id, { user: null }, OPERATOR);

    expect([before.user, after.user]).toEqual([user, undefined]);
  });

  it('is refused when it is meant for another version than the present one', async () => {
    const { client } = await registry.register(NEWS, OPERATOR);
    await registry.update(client.id, { label: 'B' }, OPERATOR, 1);

    await expect(registry.update(client.id, { label: 'C' }, OPERATOR, 1)).rejects.toThrow(Outdated);
    await expect(registry.rotateSecret(client.id, 0, OPERATOR, 1)).rejects.toThrow(Outdated);
    await expect(registry.delete(client.id, OPERATOR, 1)).rejects.toThrow(Outdated);
    expect(await registry.get(client.id)).toMatchObject({ label: 'B', version: 2 });
  });

  it('refuses what registering would refuse', async () => {
    const { client } = await registry.register(NEWS, OPERATOR);

    await expect(registry.update(client.id, { allowedScopes: ['x'] }, OPERATOR)).rejects.toThrow(
      "There is no scope 'x'.",
    );
  });

  it('gives up when others always come first', async () => {
    const { client } = await registry.register(NEWS, OPERATOR);
    shelf.refuseUpdates = true;

    await expect(registry.update(client.id, { label: 'B' }, OPERATOR)).rejects.toThrow(Contended);
  });

  it('knows nothing of an unknown client', async () => {
    await expect(registry.update('nobody', {}, OPERATOR)).rejects.toThrow(ClientUnknown);
    await expect(registry.delete('nobody', OPERATOR)).rejects.toThrow(ClientUnknown);
    await expect(registry.get('nobody')).rejects.toThrow(ClientUnknown);
  });
});

describe('ClientRegistry.forget', () => {
  it('makes the next question go to the store', async () => {
    const { client } = await registry.register(NEWS, OPERATOR);
    await registry.find(client.id);
    shelf.clients.set(client.id, { ...client, enabled: false });

    expect(await registry.find(client.id)).toMatchObject({ enabled: true });
    registry.forget();
    expect(await registry.find(client.id)).toMatchObject({ enabled: false });
  });

  it('does not let an answer from before come in after', async () => {
    const { client } = await registry.register(NEWS, OPERATOR);
    const early = registry.find(client.id);

    registry.forget();
    await early;

    expect(registry.atHand(client.id)).toBeUndefined();
  });

  it('is not needed for what this process does itself', async () => {
    const { client, secret = '' } = await registry.register(NEWS, OPERATOR);
    await registry.authenticate(client.id, secret);

    await registry.delete(client.id, OPERATOR);

    expect(await registry.find(client.id)).toBeUndefined();
    await expect(registry.authenticate(client.id, secret)).rejects.toThrow(ClientAuthenticationFailed);
  });
});
