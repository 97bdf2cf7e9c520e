import { AuditTrail } from '@content-service/audit';
import { TurnedClock, UuidV7Generator } from '@content-service/kernel';
import { KeyRing } from './key-ring.js';
import { KeySecretWrong } from './key-sealing.js';
import type { OAuthOptions } from './oauth-options.js';
import { AuditShelf, KeyShelf } from './shelves.fixture.js';

const OPTIONS = { keySecret: 'a secret', signingAlgorithm: 'ES256' } as const;
const OPERATOR = { who: { kind: 'operator' } } as const;

let shelf: KeyShelf;
let audit: AuditShelf;
let clock: TurnedClock;
const ring = (options: Partial<OAuthOptions> = {}) => {
  const trail = new AuditTrail(audit, new UuidV7Generator(), clock);
  return new KeyRing(shelf, trail, clock, { ...OPTIONS, ...options });
};
beforeEach(() => {
  shelf = new KeyShelf();
  audit = new AuditShelf();
  clock = new TurnedClock(1000);
});

describe('KeyRing.load', () => {
  it('makes a current and a next key at the first start, and no other later', async () => {
    const first = ring();
    await first.load();
    const later = ring();
    await later.load();

    expect(shelf.keys.map(({ state }) => state)).toEqual(['current', 'next']);
    expect(later.current().kid).toBe(first.current().kid);
  });

  it('makes keys of the configured algorithm', async () => {
    const keys = ring({ signingAlgorithm: 'RS256' });

    await keys.load();

    expect(keys.current()).toMatchObject({
      algorithm: 'RS256',
      privateKey: { asymmetricKeyType: 'rsa', asymmetricKeyDetails: { modulusLength: 2048 } },
    });
  });

  it('leaves processes that start at once with the keys of one of them', async () => {
    const rings = Array.from({ length: 5 }, () => ring());

    await Promise.all(rings.map((keys) => keys.load()));

    expect(new Set(rings.map((keys) => keys.current().kid)).size).toBe(1);
    expect(shelf.keys).toHaveLength(2);
  });

  it('stores no private key in clear', async () => {
    await ring().load();

    expect(JSON.stringify(shelf.keys)).not.toContain('PRIVATE');
  });

  it('refuses to start with another secret than the keys were sealed with', async () => {
    await ring().load();
    const keys = ring({ keySecret: 'another' });

    await expect(keys.load()).rejects.toThrow(KeySecretWrong);
    await expect(keys.load()).rejects.toThrow(/^KEY_SECRET does not open the signing key/);
  });

  it('refuses a private key that was put in the place of another', async () => {
    await ring().load();
    const [current, next] = shelf.keys;
    if (current === undefined || next === undefined) throw new Error('Two keys were expected.');
    shelf.keys = [{ ...current, sealedPrivateKey: next.sealedPrivateKey }, next];

    await expect(ring().load()).rejects.toThrow(KeySecretWrong);
  });
});

describe('KeyRing.rotate', () => {
  it('signs with the key that was next, which is known everywhere by then', async () => {
    const keys = ring();
    await keys.load();
    const elsewhere = ring();
    await elsewhere.load();
    const [current, next] = shelf.keys.map(({ kid }) => kid);

    await keys.rotate(OPERATOR);

    expect(keys.current().kid).toBe(next);
    expect(elsewhere.current().kid).toBe(current);
    expect(elsewhere.find(next ?? '')).toMatchObject({ kid: next });
    expect(shelf.keys.map(({ state }) => state)).toEqual(['retired', 'current', 'next']);
  });

  it('lets the retired key verify until its last token has expired, signed late by another process', async () => {
    const keys = ring();
    await keys.load();
    const { kid } = keys.current();
    await keys.rotate(OPERATOR);

    clock.turn(309);
    expect(keys.find(kid)).toBeDefined();
    clock.turn(1);
    expect(keys.find(kid)).toBeUndefined();
  });

  it('publishes the keys that tokens can be signed with, until their last token has expired', async () => {
    const keys = ring();
    await keys.load();
    const { kid } = keys.current();
    await keys.rotate(OPERATOR);

    expect(keys.published().map((key) => key.kid)).toEqual(shelf.keys.map((key) => key.kid));
    clock.turn(310);
    expect(keys.published()).toHaveLength(2);
    expect(keys.published().map((key) => key.kid)).not.toContain(kid);
  });

  it('leaves a trace with the name of the key', async () => {
    const keys = ring();
    await keys.load();

    await keys.rotate({ who: { kind: 'user', userId: 'u' }, from: '192.0.2.1' });

    expect(audit.acts).toEqual([
      {
        action: 'key.rotated',
        who: { kind: 'user', userId: 'u' },
        from: '192.0.2.1',
        subject: { kind: 'key', id: keys.current().kid },
        details: { algorithm: 'ES256' },
      },
    ]);
  });

  it('drops keys that no token needs any more', async () => {
    const keys = ring();
    await keys.load();
    await keys.rotate(OPERATOR);
    clock.turn(310);
    await keys.rotate(OPERATOR);

    expect(shelf.keys.map(({ state }) => state)).toEqual(['retired', 'current', 'next']);
  });

  it('keeps both rotations of two processes', async () => {
    const [one, other] = [ring(), ring()];
    await one.load();
    await other.load();

    await Promise.all([one.rotate(OPERATOR), other.rotate(OPERATOR)]);

    expect(shelf.keys.map(({ state }) => state)).toEqual(['retired', 'retired', 'current', 'next']);
  });

  it('changes over to another algorithm with the key after the next', async () => {
    await ring().load();
    const keys = ring({ signingAlgorithm: 'RS256' });
    await keys.load();

    await keys.rotate(OPERATOR);
    expect(keys.current().algorithm).toBe('ES256');
    await keys.rotate(OPERATOR);
    expect(keys.current().algorithm).toBe('RS256');
  });
});

describe('KeyRing.find', () => {
  it('knows no foreign key', async () => {
    const keys = ring();
    await keys.load();

    expect(keys.find('foreign')).toBeUndefined();
  });
});

describe('KeyRing.list', () => {
  it('shows the key that signs, the next, and those that still verify, without private parts', async () => {
    const keys = ring();
    await keys.load();
    await keys.rotate(OPERATOR);
    clock.turn(10);
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
