import { FakeClock } from '@content-service/kernel';
import type { ApiClient } from '@content-service/oauth-clients';
import { ScopeSet } from '@content-service/scopes';
import { type AccessTokenClaims, AccessTokenRefused } from './access-token.js';
import { type NewAccessToken, AccessTokenService, RevocationService } from './access-token.service.js';
import { PlainTextCodec, OPTIONS } from './authorization-server.fixture.js';
import type { Revocation } from './grant.store.js';
import { InMemoryRevocationLog } from './in-memory-stores.fixture.js';
import type { VerificationKey } from './signing-key.js';

const USER = '0191d2c0-0000-7000-8000-000000000001';
const FAMILY = '0191d2c0-0000-7000-8000-0000000000f1';
const ALLOWED = ScopeSet.of('content:administer', 'member');
const forUser = { subject: USER, clientId: 'site', scopes: ScopeSet.of('member'), familyId: FAMILY };
const forClient = { subject: 'site', clientId: 'site', scopes: ScopeSet.of('content:administer') };

let clock: FakeClock;
let revocations: RevocationService;
let clients: Map<string, Pick<ApiClient, 'enabled' | 'allowedScopes'>>;
let cached: typeof clients;
let keys: Map<string, VerificationKey>;
let tokens: AccessTokenService;
beforeEach(() => {
  clock = new FakeClock(1_700_000_000);
  revocations = new RevocationService(new InMemoryRevocationLog(), clock);
  clients = new Map([['site', { enabled: true, allowedScopes: ALLOWED }]]);
  cached = clients;
  keys = new Map([['plain', { kid: 'plain' } as VerificationKey]]);
  const ring = { current: () => undefined as never, find: (kid: string) => keys.get(kid) };
  const registry = {
    find: async (id: string) => clients.get(id) as never,
    peek: (id: string) => cached.get(id) as never,
  };
  tokens = new AccessTokenService(new PlainTextCodec(), ring, revocations, registry, clock, OPTIONS);
});

const issue = async (newToken: NewAccessToken) => (await tokens.issue(newToken)).token;
const parseClaims = (token: string): AccessTokenClaims => JSON.parse(token) as AccessTokenClaims;

describe('AccessTokenService.verify', () => {
  it('returns a client principal for a client_credentials token', async () => {
    const { principal } = await tokens.verify(await issue(forClient));

    expect(principal).toEqual({ kind: 'client', clientId: 'site', scopes: forClient.scopes });
  });

  it('returns a user principal for a token that a user granted', async () => {
    const { principal, claims } = await tokens.verify(await issue(forUser));

    expect(principal).toEqual({ kind: 'user', userId: USER, clientId: 'site', scopes: forUser.scopes });
    expect(claims.fid).toBe(FAMILY);
  });

  it('accepts a token for exactly 300 seconds', async () => {
    const token = await issue(forClient);

    clock.advance(299);
    await expect(tokens.verify(token)).resolves.toBeDefined();
    clock.advance(1);
    await expect(tokens.verify(token)).rejects.toThrow(new AccessTokenRefused('unverified'));
  });

  it('accepts a token without scopes', async () => {
    const token = await issue({ ...forClient, scopes: ScopeSet.none });

    await expect(tokens.verify(token)).resolves.toMatchObject({ principal: { scopes: ScopeSet.none } });
  });

  it.each<[string, object]>([
    ['another issuer', { iss: 'https://other.example' }],
    ['the same issuer, written differently', { iss: 'https://cms.example/' }],
    ['another audience', { aud: 'https://cms.example' }],
    ['nbf in the future', { nbf: 1_700_000_001 }],
    ['exp in the past', { exp: 1_700_000_000 }],
    ['exp as text', { exp: '1700000300' }],
    ['no exp', { exp: undefined }],
    ['no nbf', { nbf: undefined }],
    ['no iat', { iat: undefined }],
    ['no jti', { jti: undefined }],
    ['an empty jti', { jti: '' }],
    ['no subject', { sub: undefined }],
    ['no client', { client_id: undefined }],
    ['no scope', { scope: undefined }],
    ['scopes as a list', { scope: ['member'] }],
    ['fid as a number', { fid: 7 }],
  ])('refuses a token with %s', async (_, claims) => {
    const token = JSON.stringify({ ...parseClaims(await issue(forClient)), ...claims });

    await expect(tokens.verify(token)).rejects.toThrow('Access token could not be verified');
  });

  it.each(['"text"', 'null', '[]', '7'])('refuses the payload %s', async (token) => {
    await expect(tokens.verify(token)).rejects.toThrow('Access token could not be verified');
  });

  it.each<[string, (claims: AccessTokenClaims) => Pick<Revocation, 'subject' | 'id'>]>([
    ['token', ({ jti }) => ({ subject: 'token', id: jti })],
    ['client', ({ client_id }) => ({ subject: 'client', id: client_id })],
    ['user', ({ sub }) => ({ subject: 'user', id: sub })],
    ['family', ({ fid = '' }) => ({ subject: 'family', id: fid })],
  ])('refuses a token whose %s was revoked, in the same second too', async (_, subjectOf) => {
    const token = await issue(forUser);

    await revocations.revoke([subjectOf(parseClaims(token))]);

    await expect(tokens.verify(token)).rejects.toThrow('The access token has been revoked');
  });

  it('refuses a token of a revoked family that is issued after the revocation', async () => {
    await revocations.revoke([{ subject: 'family', id: FAMILY }]);
    clock.advance(2);

    await expect(tokens.verify(await issue(forUser))).rejects.toThrow('The access token has been revoked');
  });

  it('takes a token that was issued right after all earlier ones were revoked', async () => {
    await revocations.revoke([{ subject: 'client', id: 'site' }]);

    const token = await issue(forClient);

    await expect(tokens.verify(token)).resolves.toMatchObject({ claims: { exp: 1_700_000_300 } });
  });

  it.each<[string, readonly Pick<Revocation, 'subject' | 'id'>[]]>([
    ['its user’s', [{ subject: 'user', id: USER }]],
    ['its client’s', [{ subject: 'client', id: 'site' }]],
    [
      'its user’s after its client’s',
      [
        { subject: 'client', id: 'site' },
        { subject: 'user', id: USER },
      ],
    ],
    [
      'its client’s after its user’s',
      [
        { subject: 'user', id: USER },
        { subject: 'client', id: 'site' },
      ],
    ],
  ])('refuses a token that was issued between two revocations of one second: %s', async (_, subjects) => {
    await revocations.revoke(subjects.slice(0, 1));
    const token = await issue(forUser);

    await revocations.revoke(subjects.slice(-1));

    await expect(tokens.verify(token)).rejects.toThrow('The access token has been revoked');
    await expect(tokens.verify(await issue(forUser))).resolves.toBeDefined();
  });

  it('refuses a token whose dates are older than a revocation', async () => {
    const dates = tokens.getDates(forUser);
    await revocations.revoke([{ subject: 'user', id: USER }]);

    const { token } = await tokens.issue({ ...forUser, dates });

    await expect(tokens.verify(token)).rejects.toThrow('The access token has been revoked');
  });

  it('takes a token at once where the clock is a little behind', async () => {
    const token = await issue(forUser);

    clock.advance(-10);

    await expect(tokens.verify(token)).resolves.toBeDefined();
  });

  it.each<[string, () => unknown]>([
    ['deleted', () => clients.delete('site')],
    ['disabled', () => clients.set('site', { enabled: false, allowedScopes: ALLOWED })],
    ['narrowed', () => clients.set('site', { enabled: true, allowedScopes: ScopeSet.of('member') })],
  ])('refuses the tokens of a client that was %s', async (_, change) => {
    const token = await issue(forClient);

    change();

    await expect(tokens.verify(token)).rejects.toThrow('The access token has been revoked');
  });

  it('takes a token with the scopes that are left to its client', async () => {
    const token = await issue(forUser);
    clients.set('site', { enabled: true, allowedScopes: ScopeSet.of('member') });

    const verified = await tokens.verify(token);

    expect(tokens.isInForce(verified)).toBe(true);
    clients.set('site', { enabled: true, allowedScopes: ScopeSet.none });
    expect(tokens.isInForce(verified)).toBe(false);
  });

  it('takes a token while what is known of clients is forgotten again and again', async () => {
    cached = new Map();

    await expect(tokens.verify(await issue(forClient))).resolves.toBeDefined();
  });
});

describe('AccessTokenService.find', () => {
  it('finds a good token, and nothing for another', async () => {
    const token = await issue(forClient);

    expect(await tokens.find(token)).toMatchObject({ claims: { sub: 'site' } });
    clock.advance(300);
    expect(await tokens.find(token)).toBeUndefined();
    expect(await tokens.find('nonsense')).toBeUndefined();
  });
});

describe('AccessTokenService.isInForce', () => {
  it('is false after the token has expired', async () => {
    const verified = await tokens.verify(await issue(forClient));

    expect(tokens.isInForce(verified)).toBe(true);
    clock.advance(300);
    expect(tokens.isInForce(verified)).toBe(false);
  });

  it('is false while the clock is set back to before the token was issued, which allows for 10 seconds', async () => {
    const verified = await tokens.verify(await issue(forClient));

    clock.advance(-10);
    expect(tokens.isInForce(verified)).toBe(true);
    clock.advance(-1);
    expect(tokens.isInForce(verified)).toBe(false);
  });

  it('is false at once after a revocation', async () => {
    const verified = await tokens.verify(await issue(forUser));

    await revocations.revoke([{ subject: 'user', id: USER }]);

    expect(tokens.isInForce(verified)).toBe(false);
  });

  it('is false at once after its signing key was revoked', async () => {
    const verified = await tokens.verify(await issue(forClient));

    expect(tokens.isInForce(verified)).toBe(true);
    keys.clear();
    expect(tokens.isInForce(verified)).toBe(false);
  });

  it('is false when the client is not cached', async () => {
    const verified = await tokens.verify(await issue(forClient));

    clients.clear();

    expect(tokens.isInForce(verified)).toBe(false);
  });
});

describe('RevocationService', () => {
  const claims = { jti: 't', client_id: 'c', sub: 'u', fid: 'f', iat: 1000 };

  let clock: FakeClock;
  let log: InMemoryRevocationLog;
  let revocations: RevocationService;
  beforeEach(() => {
    clock = new FakeClock(1000);
    log = new InMemoryRevocationLog();
    revocations = new RevocationService(log, clock);
  });

  it('revokes no token before the first revocation', () => {
    expect(revocations.isRevoked(claims)).toBe(false);
    expect(revocations.notBefore(claims)).toBe(0);
  });

  it('keeps a revocation until a pending authorization of that second has expired', async () => {
    await revocations.revoke([{ subject: 'client', id: 'c' }]);

    expect(log.revocations).toEqual([{ subject: 'client', id: 'c', notBefore: 1001, until: 1601 }]);
    expect(revocations.notBefore(claims)).toBe(1001);
    expect(revocations.notBefore({ ...claims, client_id: 'other' })).toBe(0);
  });

  it('compares iat with the latest revocation of client and user', async () => {
    await revocations.revoke([{ subject: 'user', id: 'u' }]);
    clock.advance(10);
    await revocations.revoke([{ subject: 'client', id: 'c' }]);

    expect(revocations.notBefore(claims)).toBe(1011);
    expect(revocations.notBefore({ ...claims, client_id: 'other' })).toBe(1001);
    expect(revocations.isRevoked({ ...claims, iat: 1010 })).toBe(true);
    expect(revocations.isRevoked({ ...claims, iat: 1011 })).toBe(false);
  });

  it('revokes every token of a revoked family, including later ones', async () => {
    await revocations.revoke([{ subject: 'family', id: 'f' }]);

    expect(revocations.isRevoked({ ...claims, iat: 1200 })).toBe(true);
    expect(revocations.isRevoked({ ...claims, fid: undefined })).toBe(false);
  });

  it('refresh() loads the revocations of other processes', async () => {
    await new RevocationService(log, clock).revoke([{ subject: 'token', id: 't' }]);

    expect(revocations.isRevoked(claims)).toBe(false);
    await revocations.refresh();
    expect(revocations.isRevoked(claims)).toBe(true);
  });

  it('revokes tokens that another process has dated to the next second', async () => {
    const other = new RevocationService(log, clock);
    await other.revoke([{ subject: 'user', id: 'u' }]);
    const iat = other.notBefore(claims);

    await revocations.revoke([{ subject: 'client', id: 'c' }]);

    expect(revocations.isRevoked({ ...claims, iat })).toBe(true);
  });

  it('keeps its own revocations when an older list is loaded', async () => {
    await revocations.revoke([{ subject: 'token', id: 't' }]);
    log.revocations = [];

    await revocations.refresh();

    expect(revocations.isRevoked(claims)).toBe(true);
  });

  it('drops revocations that concern only expired tokens and pending authorizations', async () => {
    await revocations.revoke([{ subject: 'token', id: 't' }]);
    clock.advance(601);

    await revocations.refresh();

    expect(revocations.isRevoked(claims)).toBe(false);
  });
});
