import type { SessionService } from '@content-service/accounts';
import { OPERATOR_CONTEXT } from '@content-service/scopes';
import { AuthorizationServer } from './authorization-server.fixture.js';
import { ConsentService } from './consent.service.js';
import { UserAccessService } from './user-access.service.js';

const ALICE = '0191d2c0-0000-7000-8000-00000000a11c';
const FAMILY = '0191d2c0-0000-7000-8000-0000000000f1';
const PROCESS_ENDED = 'The process ended.';
const REVOKED = { action: 'consent.revoked', subject: { id: 'news' }, details: { consents: 1 } };

describe('UserAccessService.withdrawGrant', () => {
  let server: AuthorizationServer;
  let access: UserAccessService;
  beforeEach(async () => {
    server = await AuthorizationServer.start();
    const { trail, clock, registry, families, refreshTokens, codes, firstPartyTokens } = server;
    const consents = new ConsentService(server.consents, trail, clock);
    const sessions: Pick<SessionService, 'list'> = { list: () => Promise.resolve([]) };
    access = new UserAccessService(
      sessions as SessionService,
      ...([firstPartyTokens, consents, families, refreshTokens, codes, registry, clock] as const),
    );
    await families.start({
      ...{ familyId: FAMILY, clientId: 'news', userId: ALICE, scope: 'member' },
      ...{ codeHash: 'hash', redirectUri: 'https://news.example/', expiresAt: 0 },
    });
  });

  it('records the end of tokens whose consent is not remembered, once', async () => {
    expect(await access.withdrawGrant(ALICE, 'news', OPERATOR_CONTEXT)).toBe(true);
    expect(await access.withdrawGrant(ALICE, 'news', OPERATOR_CONTEXT)).toBe(false);

    expect(await server.refreshTokens.isRevoked(FAMILY)).toBe(true);
    expect(server.audit.actions).toMatchObject([REVOKED]);
  });

  it('revokes no token without its line in the audit log', async () => {
    const { refreshTokens, audit } = server;
    const { revokeByOwner } = refreshTokens;
    refreshTokens.revokeByOwner = async (...parameters) => {
      await revokeByOwner(...parameters);
      throw new Error(PROCESS_ENDED);
    };

    await expect(access.withdrawGrant(ALICE, 'news', OPERATOR_CONTEXT)).rejects.toThrow(PROCESS_ENDED);

    expect(await refreshTokens.isRevoked(FAMILY)).toBe(true);
    expect(audit.actions).toMatchObject([REVOKED]);
  });

  it('revokes nothing when the line cannot be stored', async () => {
    server.audit.append = () => Promise.reject(new Error(PROCESS_ENDED));

    await expect(access.withdrawGrant(ALICE, 'news', OPERATOR_CONTEXT)).rejects.toThrow(PROCESS_ENDED);

    expect(await server.refreshTokens.isRevoked(FAMILY)).toBe(false);
  });
});
