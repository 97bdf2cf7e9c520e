import * as strict from 'oauth4webapi';
import * as openid from 'openid-client';
import PassportStrategy from 'passport-oauth2';
import { AuthorizationCode, ClientCredentials } from 'simple-oauth2';
import type { ApiClient } from '@content-service/oauth-clients';
import { CALLBACK, OAuthSite, SECRET } from '../support/oauth-site.js';

// OAuth client libraries, each used as its manual describes.

let site: OAuthSite;
let client: ApiClient;
let app: ApiClient;
let user: { readonly id: string; readonly name: string };
beforeAll(async () => {
  site = await OAuthSite.start();
  // These clients read the system clock, so the clock of the service must agree with it.
  site.app.clock.advance(Math.floor(Date.now() / 1000) - site.app.clock.now());
  client = await site.client();
  app = await site.client({ confidential: false });
  user = await site.user();
});
afterAll(() => site.stop());

describe('openid-client', () => {
  const configuration = (client: ApiClient, authentication: openid.ClientAuth) =>
    openid.discovery(new URL(site.url), client.id, undefined, authentication, {
      algorithm: 'oauth2',
      // oxlint-disable-next-line typescript/no-deprecated -- the author's way of saying: in tests only
      execute: [openid.allowInsecureRequests],
    });

  it.each<[string, () => [ApiClient, openid.ClientAuth]]>([
    ['its secret in the body', () => [client, openid.ClientSecretPost(SECRET)]],
    ['its secret in HTTP Basic', () => [client, openid.ClientSecretBasic(SECRET)]],
    ['no secret', () => [app, openid.None()]],
  ])('completes authorization, token, refresh and revocation requests with %s', async (_, actor) => {
    const config = await configuration(...actor());
    const [verifier, state] = [openid.randomPKCECodeVerifier(), openid.randomState()];
    const address = openid.buildAuthorizationUrl(config, {
      redirect_uri: CALLBACK,
      scope: 'content:administer',
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
    });

    const back = await site.authorizeInBrowser(address, user);
    const checks = { pkceCodeVerifier: verifier, expectedState: state };
    const tokens = await openid.authorizationCodeGrant(config, back, checks);
    const newer = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '');

    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 300 });
    expect(await site.getStatus(newer.access_token)).toBe(200);
    await openid.tokenRevocation(config, newer.refresh_token ?? '');
    expect(await site.getStatus(newer.access_token)).toBe(401);
    await expect(openid.refreshTokenGrant(config, newer.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  it('gets a client credentials token and introspects it', async () => {
    const config = await configuration(client, openid.ClientSecretPost(SECRET));

    const { access_token } = await openid.clientCredentialsGrant(config, { scope: 'member' });

    const inspected = await openid.tokenIntrospection(config, access_token);
    expect(inspected).toMatchObject({ active: true, client_id: client.id, scope: 'member' });
  });

  it('reports the access_denied of a user', async () => {
    const config = await configuration(client, openid.ClientSecretPost(SECRET));
    const address = new URL(`${CALLBACK}?error=access_denied&error_description=x&iss=${site.url}`);

    await expect(openid.authorizationCodeGrant(config, address)).rejects.toMatchObject({
      error: 'access_denied',
    });
  });
});

describe('oauth4webapi, a strict client,', () => {
  // oxlint-disable-next-line typescript/no-deprecated -- the author's way of saying: in tests only
  const insecure = { [strict.allowInsecureRequests]: true };

  async function server(): Promise<strict.AuthorizationServer> {
    const issuer = new URL(site.url);
    const answer = await strict.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
    return strict.processDiscoveryResponse(issuer, answer);
  }

  it('completes the authorization code flow with state, iss and PKCE', async () => {
    const as = await server();
    const me = { client_id: client.id };
    const [verifier, state] = [strict.generateRandomCodeVerifier(), strict.generateRandomState()];
    const address = new URL(as.authorization_endpoint ?? '');
    address.search = new URLSearchParams({
      ...{ response_type: 'code', client_id: client.id, redirect_uri: CALLBACK, state },
      code_challenge: await strict.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }).toString();

    const back = strict.validateAuthResponse(as, me, await site.authorizeInBrowser(address, user), state);
    const authentication = strict.ClientSecretBasic(SECRET);
    const exchangeCode = strict.authorizationCodeGrantRequest;
    const answer = await exchangeCode(as, me, authentication, back, CALLBACK, verifier, insecure);
    const tokens = await strict.processAuthorizationCodeResponse(as, me, answer);
    const renewal = strict.refreshTokenGrantRequest;
    const newer = await strict.processRefreshTokenResponse(
      as,
      me,
      await renewal(as, me, authentication, tokens.refresh_token ?? '', insecure),
    );

    expect(await site.getStatus(newer.access_token)).toBe(200);
  });

  it('validates access tokens as JWT access tokens of RFC 9068', async () => {
    const { access_token } = await site.tokens(client, { scope: 'member' });
    const headers = { Authorization: `Bearer ${access_token}` };
    const request = new Request(`${site.url}/api`, { headers });

    const claims = await strict.validateJwtAccessToken(await server(), request, `${site.url}/api`, insecure);

    expect(claims).toMatchObject({ client_id: client.id, scope: 'member' });
  });

  it('discovers the authorization server from the resource metadata', async () => {
    const resource = new URL(`${site.url}/api`);

    const answer = await strict.resourceDiscoveryRequest(resource, insecure);

    expect(await strict.processResourceDiscoveryResponse(resource, answer)).toMatchObject({
      authorization_servers: [site.url],
    });
  });

  it('parses the WWW-Authenticate challenge of the content interface', async () => {
    const answer = strict.protectedResourceRequest(
      'nonsense',
      'GET',
      new URL(`${site.url}/api`),
      undefined,
      undefined,
      insecure,
    );

    await expect(answer).rejects.toMatchObject({
      cause: [{ scheme: 'bearer', parameters: { realm: 'OAuth', error: 'access_denied' } }],
    });
  });
});

describe('simple-oauth2', () => {
  const configuration = (authorizationMethod: 'header' | 'body') => ({
    client: { id: client.id, secret: SECRET },
    auth: { tokenHost: site.url, tokenPath: '/oauth/token', revokePath: '/oauth/revoke' },
    options: { authorizationMethod },
  });

  it.each(['header', 'body'] as const)(
    'gets a client credentials token with its secret in the %s',
    async (method) => {
      const { token } = await new ClientCredentials(configuration(method)).getToken({ scope: 'member' });

      expect(await site.getStatus(token.access_token)).toBe(200);
    },
  );

  it('completes authorization, token, refresh and revocation requests', async () => {
    const { auth, ...rest } = configuration('header');
    const grant = new AuthorizationCode({ ...rest, auth: { ...auth, authorizePath: '/oauth/authorize' } });
    const address = grant.authorizeURL({ redirect_uri: CALLBACK, scope: 'member', state: 'a b&c' });

    const back = await site.authorizeInBrowser(new URL(address), user);
    const code = back.searchParams.get('code') ?? '';
    const tokens = await grant.getToken({ code, redirect_uri: CALLBACK, scope: 'member' });
    const newer = await tokens.refresh();

    expect(back.searchParams.get('state')).toBe('a b&c');
    expect(newer.expired()).toBe(false);
    expect(await site.getStatus(newer.token.access_token)).toBe(200);
    await newer.revokeAll();
    expect(await site.getStatus(newer.token.access_token)).toBe(401);
  });
});

describe('passport-oauth2', () => {
  it.each([true, false])('signs a user in (with PKCE: %j)', async (pkce) => {
    const strategy = new PassportStrategy(
      {
        authorizationURL: `${site.url}/oauth/authorize`,
        tokenURL: `${site.url}/oauth/token`,
        clientID: client.id,
        clientSecret: SECRET,
        callbackURL: CALLBACK,
        scope: 'member',
        pkce,
        state: true,
      },
      (accessToken, refreshToken, _, done) => {
        done(null, { accessToken, refreshToken });
      },
    );
    const session = {};

    const address = await authenticate(strategy, { session, query: {} });
    const back = await site.authorizeInBrowser(new URL(address as string), user);
    const query = Object.fromEntries(back.searchParams);
    const tokens = await authenticate(strategy, { session, query });

    expect(tokens).toEqual({ accessToken: expect.any(String), refreshToken: expect.any(String) });
    expect(await site.getStatus((tokens as { accessToken: string }).accessToken)).toBe(200);
  });

  /** Passport calls one of these methods, with the redirect target or with the user. */
  function authenticate(strategy: PassportStrategy, request: object): Promise<unknown> {
    return new Promise((resolve, reject) => {
      Object.assign(strategy, {
        redirect: resolve,
        success: resolve,
        error: reject,
        fail: (challenge: unknown) => {
          reject(new Error(`It failed: ${JSON.stringify(challenge)}`));
        },
      });
      strategy.authenticate(request, {});
    });
  }
});
