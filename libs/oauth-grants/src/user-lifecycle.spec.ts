import type {
  AccountAdministrationService,
  AccountSelfService,
  AccountService,
  BeforeUserChange,
  ChangedUser,
  PasswordLinkService,
  Role,
  RoleService,
  User,
} from '@content-service/accounts';
import { OPERATOR_CONTEXT, ScopeSet } from '@content-service/scopes';
import { AuthorizationServer } from './authorization-server.fixture.js';
import { RoleLifecycle } from './role-lifecycle.js';
import { UserLifecycle } from './user-lifecycle.js';

const ALICE = '0191d2c0-0000-7000-8000-00000000a11c';
const FAMILY = '0191d2c0-0000-7000-8000-0000000000f1';

const userWith = (about: Partial<User> = {}): User => ({
  ...{ id: ALICE, name: 'alice', role: 'editor', enabled: true, accessEpoch: 1, createdAt: 0, version: 1 },
  ...about,
});

let server: AuthorizationServer;
let refreshToken: string;
let accessToken: string;
beforeEach(async () => {
  server = await AuthorizationServer.start();
  await server.registry.register({ label: 'News', allowedScopes: ['member'] }, OPERATOR_CONTEXT, {
    id: 'news',
  });
  const grant = { familyId: FAMILY, clientId: 'news', userId: ALICE, scope: 'member' };
  const code = { ...grant, codeHash: 'hash', redirectUri: 'https://news.example/', expiresAt: 0 };
  refreshToken = await server.families.start(code);
  const scopes = ScopeSet.of('member');
  ({ token: accessToken } = await server.accessTokens.issue({ subject: ALICE, clientId: 'news', scopes }));
});

const hasAccess = async (): Promise<boolean> => (await server.accessTokens.find(accessToken)) !== undefined;
const canRefresh = async (): Promise<boolean> => {
  const presented = await server.families.validate(refreshToken, 'news');
  return !(await server.refreshTokens.isRevoked(presented.familyId));
};

describe('UserLifecycle', () => {
  /** @param store stands for storing the change */
  const lifecycleAfter = (
    ends: Pick<ChangedUser, 'revokeAllTokens' | 'revokeAccessTokens'>,
    store = async (): Promise<void> => undefined,
  ): UserLifecycle => {
    const change = async (beforeChange?: BeforeUserChange): Promise<ChangedUser> => {
      const changed = { user: userWith(), ...ends };
      await beforeChange?.(changed);
      await store();
      return changed;
    };
    const administration: Pick<AccountAdministrationService, 'create' | 'update' | 'delete'> = {
      create: async () => userWith(),
      update: (_id, _changes, _actorContext, _version, beforeChange) => change(beforeChange),
      delete: (_id, _actorContext, _version, beforeChange) => change(beforeChange),
    };
    const selfService: Pick<AccountSelfService, 'changePassword'> = {
      changePassword: (_id, _present, _password, _ipAddress, beforeChange) => change(beforeChange),
    };
    const links: Pick<PasswordLinkService, 'setPassword'> = {
      setPassword: (_token, _password, _ipAddress, beforeChange) => change(beforeChange),
    };
    return new UserLifecycle(administration, selfService, links, server.families, server.revocations);
  };
  const ACTS: readonly [string, (lifecycle: UserLifecycle) => Promise<unknown>][] = [
    ['update', (lifecycle) => lifecycle.update(ALICE, {}, OPERATOR_CONTEXT)],
    ['changeOwnPassword', (lifecycle) => lifecycle.changeOwnPassword(ALICE, 'old', 'new', '192.0.2.1')],
    ['setPasswordByLink', (lifecycle) => lifecycle.setPasswordByLink('token', 'new', '192.0.2.1')],
    ['delete', (lifecycle) => lifecycle.delete(ALICE, OPERATOR_CONTEXT)],
  ];

  it.each(ACTS)('%s with revokeAllTokens revokes access and refresh tokens', async (_, task) => {
    await task(lifecycleAfter({ revokeAllTokens: true, revokeAccessTokens: true }));

    expect([await hasAccess(), await canRefresh()]).toEqual([false, false]);
  });

  it.each(ACTS)(
    '%s with revokeAccessTokens revokes access tokens and keeps refresh tokens',
    async (_, task) => {
      await task(lifecycleAfter({ revokeAllTokens: false, revokeAccessTokens: true }));

      expect([await hasAccess(), await canRefresh()]).toEqual([false, true]);
    },
  );

  it.each(ACTS)(
    '%s revokes tokens also when the process ends right after the change is stored',
    async (_, task) => {
      const endProcess = (): Promise<never> => Promise.reject(new Error('The process ended.'));
      const ends = { revokeAllTokens: true, revokeAccessTokens: true };

      await expect(task(lifecycleAfter(ends, endProcess))).rejects.toThrow('The process ended.');

      expect([await hasAccess(), await canRefresh()]).toEqual([false, false]);
    },
  );

  it.each(ACTS)('%s revokes tokens that are issued while the change is stored', async (_, task) => {
    const issue = async (): Promise<void> => {
      const scopes = ScopeSet.of('member');
      const issued = await server.accessTokens.issue({ subject: ALICE, clientId: 'news', scopes });
      accessToken = issued.token;
    };

    await task(lifecycleAfter({ revokeAllTokens: true, revokeAccessTokens: true }, issue));

    expect(await hasAccess()).toBe(false);
  });

  it.each(ACTS)('%s without either flag revokes nothing', async (_, task) => {
    await task(lifecycleAfter({ revokeAllTokens: false, revokeAccessTokens: false }));

    expect([await hasAccess(), await canRefresh()]).toEqual([true, true]);
  });
});

describe('RoleLifecycle.update', () => {
  /** 500 users before Alice, who is in the second batch, and one with another role. */
  const USERS = [
    ...Array.from({ length: 500 }, (_, n) =>
      userWith({ id: `0191d2c0-0000-7000-8000-${n.toString(16).padStart(12, '0')}` }),
    ),
    userWith(),
    userWith({ id: '0191d2c0-0000-7000-8000-00000000b0b0', role: 'member' }),
  ];

  const lifecycleAfter = (
    before: readonly string[],
    after: readonly string[],
    store = async (): Promise<void> => undefined,
  ): RoleLifecycle => {
    const roleWith = (scopes: readonly string[]): Role => ({
      ...{ name: 'editor', label: 'Editor', builtIn: false, version: 1 },
      scopes: ScopeSet.of(...scopes),
    });
    const roles: Pick<RoleService, 'update'> = {
      update: async (_name, _draft, _actorContext, _version, beforeChange) => {
        const change = { before: roleWith(before), after: roleWith(after) };
        await beforeChange?.(change);
        await store();
        return change;
      },
    };
    const accounts: Pick<AccountService, 'listIdsByRole'> = {
      listIdsByRole: async (role, { after = '', limit }) =>
        USERS.filter((user) => user.role === role && user.id > after)
          .map(({ id }) => id)
          .slice(0, limit),
    };
    return new RoleLifecycle(roles, accounts, server.revocations);
  };

  it.each<[string, string[], string[], boolean]>([
    ['loses a scope', ['content:administer', 'member'], ['member'], false],
    ['gains a scope', ['member'], ['content:administer', 'member'], true],
    ['gets another label', ['member'], ['member'], true],
    ['swaps a scope', ['content:administer'], ['member'], false],
  ])('a role that %s: access tokens of its users', async (_, before, after, isActive) => {
    await lifecycleAfter(before, after).update('editor', {}, OPERATOR_CONTEXT);

    expect([await hasAccess(), await canRefresh()]).toEqual([isActive, true]);
  });

  it('revokes access tokens also when the process ends right after the change is stored', async () => {
    const endProcess = (): Promise<never> => Promise.reject(new Error('The process ended.'));

    const change = lifecycleAfter(['member'], [], endProcess).update('editor', {}, OPERATOR_CONTEXT);

    await expect(change).rejects.toThrow('The process ended.');
    expect(await hasAccess()).toBe(false);
  });

  it('keeps the access tokens of users with another role', async () => {
    await lifecycleAfter(['member'], []).update('editor', {}, OPERATOR_CONTEXT);

    expect(server.revocationLog.revocations.map(({ id }) => id)).toEqual(
      // Before the change, and once more after it.
      [USERS, USERS].flatMap((users) => users.slice(0, 501).map(({ id }) => id)),
    );
  });
});
