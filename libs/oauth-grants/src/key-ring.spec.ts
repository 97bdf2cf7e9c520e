import { AuditTrail } from '@content-service/audit';
import { FakeClock, KeySecretMismatch, UuidV7Generator } from '@content-service/kernel';
import { KeyRing } from './key-ring.js';
import type { OAuthOptions } from './oauth-options.js';
import { InMemoryAuditLog, InMemoryKeyStore } from './in-memory-stores.fixture.js';

const OPTIONS = { keySecret: 'a secret', previousKeySecret: undefined, signingAlgorithm: 'ES256' } as const;
const OPERATOR = { actor: { kind: 'operator' } } as const;

let keyStore: InMemoryKeyStore;
let audit: InMemoryAuditLog;
let clock: FakeClock;
const ring = (options: Partial<OAuthOptions> = {}) => {
  const trail = new AuditTrail(audit, new UuidV7Generator(), clock);
  return new KeyRing(keyStore, trail, clock, { ...OPTIONS, ...options });
};
beforeEach(() => {
  audit = new InMemoryAuditLog();
  keyStore = new InMemoryKeyStore(audit);
  clock = new FakeClock(1000);
});

describe('KeyRing.load', () => {
  it('creates a current and a next key at the first start and none at later starts', async () => {
    const first = ring();
    await first.load();
    const later = ring();
    await later.load();

    expect(keyStore.keys.map(({ state }) => state)).toEqual(['current', 'next']);
    expect(later.current().kid).toBe(first.current().kid);
  });

  it('creates keys of the configured algorithm', async () => {
    const keys = ring({ signingAlgorithm: 'RS256' });

    await keys.load();

    expect(keys.current()).toMatchObject({
      algorithm: 'RS256',
      privateKey: { asymmetricKeyType: 'rsa', asymmetricKeyDetails: { modulusLength: 2048 } },
    });
  });

  it('two processes that start in parallel end up with the same keys', async () => {
    const rings = Array.from({ length: 5 }, () => ring());

    await Promise.all(rings.map((keys) => keys.load()));

    expect(new Set(rings.map((keys) => keys.current().kid)).size).toBe(1);
    expect(keyStore.keys).toHaveLength(2);
  });

  it('stores no private key in clear', async () => {
    await ring().load();

    expect(JSON.stringify(keyStore.keys)).not.toContain('PRIVATE');
  });

  it('rejects with KeySecretMismatch when the keys were sealed with another secret', async () => {
    await ring().load();
    const keys = ring({ keySecret: 'another' });

    await expect(keys.load()).rejects.toThrow(KeySecretMismatch);
    await expect(keys.load()).rejects.toThrow(/^KEY_SECRET does not open the signing key/);
  });

  it('unseals keys with the previous secret and seals them with the current one', async () => {
    const former = ring();
    await former.load();

    const rotated = ring({ keySecret: 'another', previousKeySecret: 'a secret' });
    await rotated.load();
    const later = ring({ keySecret: 'another' });
    await later.load();
    await later.rotate(OPERATOR);

    expect(rotated.current().kid).toBe(former.current().kid);
    expect(keyStore.keys.map(({ state }) => state)).toEqual(['retired', 'current', 'next']);
    await expect(ring().load()).rejects.toThrow(KeySecretMismatch);
  });

  it('rejects with KeySecretMismatch when neither the secret nor the previous one unseals the keys', async () => {
    await ring().load();

    const keys = ring({ keySecret: 'another', previousKeySecret: 'a third' });

    await expect(keys.load()).rejects.toThrow(/or give that one as KEY_SECRET_PREVIOUS/);
  });

  it('rejects a private key that was exchanged for that of another key', async () => {
    await ring().load();
    const [current, next] = keyStore.keys;
    if (current === undefined || next === undefined) throw new Error('Two keys were expected.');
    keyStore.keys = [{ ...current, sealedPrivateKey: next.sealedPrivateKey }, next];

    await expect(ring().load()).rejects.toThrow(KeySecretMismatch);
  });
});

describe('KeyRing.rotate', () => {
  it('signs with the key that was next, which other processes already know', async () => {
    const keys = ring();
    await keys.load();
    const elsewhere = ring();
    await elsewhere.load();
    const [current, next] = keyStore.keys.map(({ kid }) => kid);

    await keys.rotate(OPERATOR);

    expect(keys.current().kid).toBe(next);
    expect(elsewhere.current().kid).toBe(current);
    expect(elsewhere.find(next ?? '')).toMatchObject({ kid: next });
    expect(keyStore.keys.map(({ state }) => state)).toEqual(['retired', 'current', 'next']);
  });

  it('verifies with a retired key until the last token that another process signed with it has expired', async () => {
    const keys = ring();
    await keys.load();
    const { kid } = keys.current();
    await keys.rotate(OPERATOR);

    clock.advance(309);
    expect(keys.find(kid)).toBeDefined();
    clock.advance(1);
    expect(keys.find(kid)).toBeUndefined();
  });

  it('publishes a key until the last token signed with it has expired', async () => {
    const keys = ring();
    await keys.load();
    const { kid } = keys.current();
    await keys.rotate(OPERATOR);

    expect(keys.getPublished().map((key) => key.kid)).toEqual(keyStore.keys.map((key) => key.kid));
    clock.advance(310);
    expect(keys.getPublished()).toHaveLength(2);
    expect(keys.getPublished().map((key) => key.kid)).not.toContain(kid);
  });

  it('records the id of the new key in the audit log', async () => {
    const keys = ring();
    await keys.load();

    await keys.rotate({ actor: { kind: 'user', userId: 'u' }, ipAddress: '192.0.2.1' });

    expect(audit.actions).toEqual([
      {
        action: 'key.rotated',
        actor: { kind: 'user', userId: 'u' },
        ipAddress: '192.0.2.1',
        subject: { kind: 'key', id: keys.current().kid },
        details: { algorithm: 'ES256' },
      },
    ]);
  });

  it('deletes retired keys after their last token has expired', async () => {
    const keys = ring();
    await keys.load();
    await keys.rotate(OPERATOR);
    clock.advance(310);
    await keys.rotate(OPERATOR);

    expect(keyStore.keys.map(({ state }) => state)).toEqual(['retired', 'current', 'next']);
  });

  it('two processes that rotate in parallel both succeed', async () => {
    const [one, other] = [ring(), ring()];
    await one.load();
    await other.load();

    await Promise.all([one.rotate(OPERATOR), other.rotate(OPERATOR)]);

    expect(keyStore.keys.map(({ state }) => state)).toEqual(['retired', 'retired', 'current', 'next']);
  });

  it('uses a newly configured algorithm from the second rotation on', async () => {
    await ring().load();
    const keys = ring({ signingAlgorithm: 'RS256' });
    await keys.load();

    await keys.rotate(OPERATOR);
    expect(keys.current().algorithm).toBe('ES256');
    await keys.rotate(OPERATOR);
    expect(keys.current().algorithm).toBe('RS256');
  });
});

describe('KeyRing.revoke', () => {
  it('replaces every key: signs with a new one, and finds and publishes none of the keys before', async () => {
    const keys = ring();
    await keys.load();
    await keys.rotate(OPERATOR);
    const previous = keyStore.keys.map(({ kid }) => kid);

    await keys.revoke(OPERATOR);

    expect(previous.map((kid) => keys.find(kid))).toEqual([undefined, undefined, undefined]);
    expect(keyStore.keys.map(({ state }) => state)).toEqual(['current', 'next']);
    expect(previous).not.toContain(keys.current().kid);
    expect(keys.getPublished().map(({ kid }) => kid)).toEqual(keyStore.keys.map(({ kid }) => kid));
  });

  it('applies in another process when that loads the keys', async () => {
    const keys = ring();
    await keys.load();
    const elsewhere = ring();
    await elsewhere.load();
    const { kid } = elsewhere.current();
    await keys.revoke(OPERATOR);

    await elsewhere.load();

    expect(elsewhere.find(kid)).toBeUndefined();
    expect(elsewhere.current().kid).toBe(keys.current().kid);
  });

  it('records the id of the new key in the audit log', async () => {
    const keys = ring();
    await keys.load();

    await keys.revoke(OPERATOR);

    expect(audit.actions).toMatchObject([
      {
        action: 'key.revoked',
        subject: { kind: 'key', id: keys.current().kid },
        details: { algorithm: 'ES256' },
      },
    ]);
  });
});

describe('KeyRing.find', () => {
  it('returns undefined for an unknown key id', async () => {
    const keys = ring();
    await keys.load();

    expect(keys.find('foreign')).toBeUndefined();
  });
});

describe('KeyRing.list', () => {
  it('returns the current, the next and the retired keys without private parts', async () => {
    const keys = ring();
    await keys.load();
    await keys.rotate(OPERATOR);
    clock.advance(10);
    await keys.rotate(OPERATOR);

    const list = await keys.list();

    expect(list.map(({ state, retiredAt }) => [state, retiredAt])).toEqual([
      ['current', undefined],
      ['next', undefined],
      ['retired', 1010],
      ['retired', 1000],
    ]);
    expect(list[0]?.kid).toBe(keys.current().kid);
    expect(list.flatMap(Object.keys)).not.toContain('sealedPrivateKey');
  });
});
