import { ScopeSet } from '@content-service/scopes';
import { AuthorizationServer } from './authorization-server.fixture.js';

const ALICE = '0191d2c0-0000-7000-8000-00000000a11c';

const SESSION = { userId: ALICE, idHash: 'session of Alice' };

let server: AuthorizationServer;
beforeEach(async () => {
  server = await AuthorizationServer.start();
  server.users.scopesByUser.set(ALICE, ScopeSet.of('member', 'menu:administer'));
});

describe('FirstPartyTokenService', () => {
  it('issues a token with every scope of the user, without an API client', async () => {
    const response = await server.firstPartyTokens.issue(SESSION, '192.0.2.1');

    expect(response).toMatchObject({
      token_type: 'Bearer',
      expires_in: 300,
      scope: 'member menu:administer',
    });
    const { principal } = await server.accessTokens.verify(response?.access_token ?? '');
    expect(principal).toEqual({
      kind: 'user',
      userId: ALICE,
      clientId: 'content-service-admin',
      scopes: ScopeSet.of('member', 'menu:administer'),
    });
  });

  it('the token ends when the tokens of its user are revoked', async () => {
    const response = await server.firstPartyTokens.issue(SESSION, '192.0.2.1');

    await server.families.revokeAllForOwner({ userId: ALICE });

    expect(await server.accessTokens.find(response?.access_token ?? '')).toBeUndefined();
  });

  it('the token ends with its own session and with no other', async () => {
    const response = await server.firstPartyTokens.issue(SESSION, '192.0.2.1');
    const other = await server.firstPartyTokens.issue({ ...SESSION, idHash: 'another' }, '192.0.2.1');

    await server.firstPartyTokens.revokeForSession(SESSION);

    expect(await server.accessTokens.find(response?.access_token ?? '')).toBeUndefined();
    expect(await server.accessTokens.find(other?.access_token ?? '')).toBeDefined();
  });

  it('issues no token for a deleted or disabled user', async () => {
    expect(
      await server.firstPartyTokens.issue({ ...SESSION, userId: 'another user' }, '192.0.2.1'),
    ).toBeUndefined();
  });

  it('issues no token when the session has ended since it was read', async () => {
    server.sessions.isActive = async (idHash) => idHash !== SESSION.idHash;

    expect(await server.firstPartyTokens.issue(SESSION, '192.0.2.1')).toBeUndefined();
    expect(server.audit.events).toEqual([]);
  });

  it('the token is revoked when the user is changed right after the session was checked', async () => {
    server.sessions.isActive = async () => {
      await server.families.revokeAllForOwner({ userId: ALICE });
      return true;
    };

    const response = await server.firstPartyTokens.issue(SESSION, '192.0.2.1');

    expect(await server.accessTokens.find(response?.access_token ?? '')).toBeUndefined();
  });

  it('records the issued token in the audit log', async () => {
    await server.firstPartyTokens.issue(SESSION, '192.0.2.1');

    expect(server.audit.events).toMatchObject([
      {
        action: 'token.issued',
        actor: { kind: 'user', userId: ALICE, clientId: 'content-service-admin' },
        ipAddress: '192.0.2.1',
        details: { grant: 'session', scopes: ['member', 'menu:administer'] },
      },
    ]);
  });
});
