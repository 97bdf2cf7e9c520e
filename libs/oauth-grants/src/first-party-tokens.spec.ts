import { ScopeSet } from '@content-service/scopes';
import { AuthorizationServer } from './authorization-server.fixture.js';

const ALICE = '0191d2c0-0000-7000-8000-00000000a11c';

const SESSION = { userId: ALICE, idHash: 'session of Alice' };

let server: AuthorizationServer;
beforeEach(async () => {
  server = await AuthorizationServer.start();
  server.users.shelf.set(ALICE, ScopeSet.of('member', 'menu:administer'));
});

describe('a token of the browser administration', () => {
  it('holds every scope of the user, and needs no API client', async () => {
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

  it('ends with the tokens of its user', async () => {
    const response = await server.firstPartyTokens.issue(SESSION, '192.0.2.1');

    await server.families.revokeAllOf({ userId: ALICE });

    expect(await server.accessTokens.find(response?.access_token ?? '')).toBeUndefined();
  });

  it('ends with the session it was given in, and with no other', async () => {
    const response = await server.firstPartyTokens.issue(SESSION, '192.0.2.1');
    const other = await server.firstPartyTokens.issue({ ...SESSION, idHash: 'another' }, '192.0.2.1');

    await server.firstPartyTokens.endOf(SESSION);

    expect(await server.accessTokens.find(response?.access_token ?? '')).toBeUndefined();
    expect(await server.accessTokens.find(other?.access_token ?? '')).toBeDefined();
  });

  it('is not for a user who is gone or disabled', async () => {
    expect(
      await server.firstPartyTokens.issue({ ...SESSION, userId: 'somebody else' }, '192.0.2.1'),
    ).toBeUndefined();
  });

  it('leaves a trace', async () => {
    await server.firstPartyTokens.issue(SESSION, '192.0.2.1');

    expect(server.audit.events).toMatchObject([
      {
        action: 'token.issued',
        who: { kind: 'user', userId: ALICE, clientId: 'content-service-admin' },
        from: '192.0.2.1',
        details: { grant: 'session', scopes: ['member', 'menu:administer'] },
      },
    ]);
  });
});
