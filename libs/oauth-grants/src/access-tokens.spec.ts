import { TurnedClock } from '@content-service/kernel';
import { ScopeSet } from '@content-service/scopes';
import { type AccessTokenClaims, AccessTokenRefused } from './access-token.js';
import { type AccessTokenGrant, AccessTokens } from './access-tokens.js';
import { GlassCodec, OPTIONS } from './authorization-server.fixture.js';
import type { Revocation } from './grant.store.js';
import { Revocations } from './revocation.js';
import { RevocationShelf } from './shelves.fixture.js';

const USER = '0191d2c0-0000-7000-8000-000000000001';
const FAMILY = '0191d2c0-0000-7000-8000-0000000000f1';
const forUser = { subject: USER, clientId: 'site', scopes: ScopeSet.of('member'), familyId: FAMILY };
const forClient = { subject: 'site', clientId: 'site', scopes: ScopeSet.of('content:administer') };

let clock: TurnedClock;
let revocations: Revocations;
let clients: Map<string, { enabled: boolean }>;
let atHand: Map<string, { enabled: boolean }>;
let tokens: AccessTokens;
beforeEach(() => {
  clock = new TurnedClock(1_700_000_000);
  revocations = new Revocations(new RevocationShelf(), clock);
  clients = new Map([['site', { enabled: true }]]);
  atHand = clients;
  const keys = { current: () => undefined as never, find: () => undefined };
  const registry = {
    find: async (id: string) => clients.get(id) as never,
    atHand: (id: string) => atHand.get(id) as never,
  };
  tokens = new AccessTokens(new GlassCodec(), keys, revocations, registry, clock, OPTIONS);
});

const issue = async (grant: AccessTokenGrant) => (await tokens.issue(grant)).token;
const claimsOf = (token: string): AccessTokenClaims => JSON.parse(token) as AccessTokenClaims;

describe('AccessTokens.verify', () => {
  it('finds a client behind a token it has for itself', async () => {
    const { principal } = await tokens.verify(await issue(forClient));

    expect(principal).toEqual({ kind: 'client', clientId: 'site', scopes: forClient.scopes });
  });

  it('finds a user behind a token that a user granted', async () => {
    const { principal, claims } = await tokens.verify(await issue(forUser));

    expect(principal).toEqual({ kind: 'user', userId: USER, clientId: 'site', scopes: forUser.scopes });
    expect(claims.fid).toBe(FAMILY);
  });

  it('takes a token for 300 seconds, to the second', async () => {
    const token = await issue(forClient);

    clock.turn(299);
    await expect(tokens.verify(token)).resolves.toBeDefined();
    clock.turn(1);
    await expect(tokens.verify(token)).rejects.toThrow(new AccessTokenRefused('unverified'));
  });

  it('takes a token without scopes', async () => {
    const token = await issue({ ...forClient, scopes: ScopeSet.none });

    await expect(tokens.verify(token)).resolves.toMatchObject({ principal: { scopes: ScopeSet.none } });
  });

  it.each<[string, object]>([
    ['another issuer', { iss: 'https://other.example' }],
    ['the same issuer, written differently', { iss: 'https://cms.example/' }],
    ['another audience', { aud: 'https://cms.example' }],
    ['a time that has not come', { nbf: 1_700_000_001 }],
    ['an end in the past', { exp: 1_700_000_000 }],
    ['an end as text', { exp: '1700000300' }],
    ['no end', { exp: undefined }],
    ['no beginning', { nbf: undefined }],
    ['no time of issue', { iat: undefined }],
    ['no name of its own', { jti: undefined }],
    ['an empty name', { jti: '' }],
    ['no subject', { sub: undefined }],
    ['no client', { client_id: undefined }],
    ['no scope', { scope: undefined }],
    ['scopes as a list', { scope: ['member'] }],
    ['a family that is no text', { fid: 7 }],
  ])('refuses a token with %s', async (_, claims) => {
    const token = JSON.stringify({ ...claimsOf(await issue(forClient)), ...claims });

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

    await revocations.revoke([subjectOf(claimsOf(token))]);

    await expect(tokens.verify(token)).rejects.toThrow('The access token has been revoked');
  });

  it('refuses a token of a revoked family that is issued after the revocation', async () => {
    await revocations.revoke([{ subject: 'family', id: FAMILY }]);
    clock.turn(2);

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
    const dates = tokens.datesFor(forUser);
    await revocations.revoke([{ subject: 'user', id: USER }]);

    const { token } = await tokens.issue({ ...forUser, dates });

    await expect(tokens.verify(token)).rejects.toThrow('The access token has been revoked');
  });

  it('takes a token at once where the clock is a little behind', async () => {
    const token = await issue(forUser);

    clock.turn(-10);

    await expect(tokens.verify(token)).resolves.toBeDefined();
  });

  it.each<[string, () => unknown]>([
    ['deleted', () => clients.delete('site')],
    ['disabled', () => clients.set('site', { enabled: false })],
  ])('refuses the tokens of a client that was %s', async (_, change) => {
    const token = await issue(forClient);

    change();

    await expect(tokens.verify(token)).rejects.toThrow('The access token has been revoked');
  });

  it('takes a token while what is known of clients is forgotten again and again', async () => {
    atHand = new Map();

    await expect(tokens.verify(await issue(forClient))).resolves.toBeDefined();
  });
});

describe('AccessTokens.find', () => {
  it('finds a good token, and nothing for another', async () => {
    const token = await issue(forClient);

    expect(await tokens.find(token)).toMatchObject({ claims: { sub: 'site' } });
    clock.turn(300);
    expect(await tokens.find(token)).toBeUndefined();
    expect(await tokens.find('nonsense')).toBeUndefined();
  });
});

describe('AccessTokens.isInForce', () => {
  it('is over when the token is', async () => {
    const verified = await tokens.verify(await issue(forClient));

    expect(tokens.isInForce(verified)).toBe(true);
    clock.turn(300);
    expect(tokens.isInForce(verified)).toBe(false);
  });

  it('is over at once when the token is revoked', async () => {
    const verified = await tokens.verify(await issue(forUser));

    await revocations.revoke([{ subject: 'user', id: USER }]);

    expect(tokens.isInForce(verified)).toBe(false);
  });

  it('cannot be told of a client that is not at hand', async () => {
    const verified = await tokens.verify(await issue(forClient));

    clients.clear();

    expect(tokens.isInForce(verified)).toBe(false);
  });
});
