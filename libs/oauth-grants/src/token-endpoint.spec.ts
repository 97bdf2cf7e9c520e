import type { NewClient } from '@content-service/oauth-clients';
import { OPERATOR_CONTEXT } from '@content-service/scopes';
import type { AccessTokenClaims } from './access-token.js';
import {
  AuthorizationServer,
  INVALID_CLIENT,
  INVALID_REQUEST,
  INVALID_SCOPE,
  missingParameter,
  getRefusal,
} from './authorization-server.fixture.js';
import type { TokenParameters } from './request-parameters.js';

const SECRET = 's'.repeat(43);
const NEWS: NewClient = { label: 'News', allowedScopes: ['content:administer', 'member'] };

let server: AuthorizationServer;
beforeAll(async () => {
  server = await AuthorizationServer.start();
  const { registry } = server;
  await registry.register(NEWS, OPERATOR_CONTEXT, { id: 'news', secret: SECRET });
  await registry.register({ ...NEWS, allowedScopes: [] }, OPERATOR_CONTEXT, {
    id: 'no-scopes',
    secret: SECRET,
  });
  await registry.register({ ...NEWS, grants: ['refresh_token'] }, OPERATOR_CONTEXT, {
    id: 'users-only',
    secret: SECRET,
  });
  await registry.register({ ...NEWS, enabled: false }, OPERATOR_CONTEXT, { id: 'disabled', secret: SECRET });
  await registry.register({ ...NEWS, confidential: false }, OPERATOR_CONTEXT, { id: 'public' });
});

const good: TokenParameters = { grant_type: 'client_credentials', client_id: 'news', client_secret: SECRET };
const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;

async function requestClaims(
  parameters: TokenParameters,
  authorization?: string,
): Promise<AccessTokenClaims> {
  const { access_token } = await server.tokenEndpoint.respond({ parameters, authorization });
  return JSON.parse(access_token) as AccessTokenClaims;
}

const refusal = (parameters: TokenParameters, authorization?: string): Promise<object> =>
  getRefusal(server.tokenEndpoint.respond({ parameters, authorization }));

describe('TokenEndpoint: client_credentials', () => {
  it('returns a bearer token with its lifetime and no refresh token', async () => {
    const response = await server.tokenEndpoint.respond({ parameters: good });

    expect(Object.entries(response)).toEqual([
      ['token_type', 'Bearer'],
      ['expires_in', 300],
      ['access_token', expect.any(String)],
    ]);
  });

  it('issues a token whose subject is the client', async () => {
    expect(await requestClaims(good)).toEqual({
      iss: 'https://cms.example',
      aud: 'https://cms.example/api',
      sub: 'news',
      client_id: 'news',
      scope: 'content:administer member',
      jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
      iat: 1_700_000_000,
      nbf: 1_699_999_990,
      exp: 1_700_000_300,
    });
  });

  it.each<[string, TokenParameters, string]>([
    ['every selected scope without the parameter scope', good, 'content:administer member'],
    ['the requested scope', { ...good, scope: 'member' }, 'member'],
    [
      'several scopes in the requested order',
      { ...good, scope: 'member content:administer' },
      'member content:administer',
    ],
    ['a repeated scope once', { ...good, scope: 'member  member' }, 'member'],
    ['every selected scope for an empty parameter', { ...good, scope: ' ' }, 'content:administer member'],
    ['no scope when none is selected', { ...good, client_id: 'no-scopes' }, ''],
  ])('grants %s', async (_, parameters, scope) => {
    expect((await requestClaims(parameters)).scope).toBe(scope);
  });

  it.each<[string, TokenParameters, string | undefined]>([
    ['the body', good, undefined],
    [
      'the body, with blanks around the values',
      { ...good, client_id: ' news ', client_secret: `${SECRET}\n` },
      undefined,
    ],
    ['HTTP Basic', { grant_type: 'client_credentials' }, basic(`news:${SECRET}`)],
    [
      'HTTP Basic, the scheme in any case',
      { grant_type: 'client_credentials' },
      basic(`news:${SECRET}`).replace('B', 'b'),
    ],
    [
      'HTTP Basic, form-encoded',
      { grant_type: 'client_credentials' },
      basic(`%6Eews:${SECRET.replace('s', '%73')}`),
    ],
    [
      'HTTP Basic, with the same client_id in the body',
      { grant_type: 'client_credentials', client_id: 'news' },
      basic(`news:${SECRET}`),
    ],
    ['HTTP Basic, with an empty secret in the body', { ...good, client_secret: '' }, basic(`news:${SECRET}`)],
    ['the body, next to an Authorization header of another scheme', good, 'Bearer x'],
    [
      'the body, with the resource of the service',
      { ...good, resource: 'https://cms.example/api' },
      undefined,
    ],
  ])('authenticates the client by %s', async (_, parameters, authorization) => {
    expect(await requestClaims(parameters, authorization)).toMatchObject({ client_id: 'news' });
  });
});

const UNSUPPORTED = {
  status: 400,
  error: 'unsupported_grant_type',
  error_description: 'The authorization grant type is not supported by the authorization server.',
  hint: 'The parameter grant_type must be one of: client_credentials, authorization_code, refresh_token.',
};
const justGrant: TokenParameters = { grant_type: 'client_credentials' };
const outside = (name: string) => ({
  ...INVALID_SCOPE,
  hint: `Check the \`${name}\` scope`,
});

describe('TokenEndpoint: refusals', () => {
  it.each<[string, TokenParameters, string | undefined, object]>([
    ['no grant_type', { ...good, grant_type: undefined }, undefined, UNSUPPORTED],
    ['an empty grant_type', { ...good, grant_type: ' ' }, undefined, UNSUPPORTED],
    ['an unknown grant_type', { ...good, grant_type: 'password' }, undefined, UNSUPPORTED],
    ['a grant_type in capitals', { ...good, grant_type: 'CLIENT_CREDENTIALS' }, undefined, UNSUPPORTED],
    ['no client_id', { ...good, client_id: undefined }, undefined, missingParameter('client_id')],
    ['no client_secret', { ...good, client_secret: undefined }, undefined, missingParameter('client_secret')],
    ['an empty client_secret', { ...good, client_secret: '' }, undefined, missingParameter('client_secret')],
    ['an empty secret in Basic', justGrant, basic('news:'), missingParameter('client_secret')],
    ['an unknown client', { ...good, client_id: 'unknown' }, undefined, INVALID_CLIENT],
    ['an unknown client without secret', { ...justGrant, client_id: 'unknown' }, undefined, INVALID_CLIENT],
    ['a wrong secret', { ...good, client_secret: 'x'.repeat(43) }, undefined, INVALID_CLIENT],
    ['a wrong secret in Basic', justGrant, basic('news:wrong'), INVALID_CLIENT],
    ['Basic without a colon', justGrant, basic('news'), INVALID_CLIENT],
    ['Basic that is not base64', justGrant, 'Basic ***', INVALID_CLIENT],
    ['Basic that is empty', justGrant, 'Basic', INVALID_CLIENT],
    ['Basic that is blank', justGrant, 'Basic ', INVALID_CLIENT],
    ['Basic with a broken escape', justGrant, basic('news:%zz'), INVALID_CLIENT],
    ['a disabled client', { ...good, client_id: 'disabled' }, undefined, INVALID_CLIENT],
    ['a disabled client without secret', { ...justGrant, client_id: 'disabled' }, undefined, INVALID_CLIENT],
    ['a public client, without secret', { ...justGrant, client_id: 'public' }, undefined, INVALID_CLIENT],
    ['a public client, with a secret', { ...good, client_id: 'public' }, undefined, INVALID_CLIENT],
    [
      'the secret in Basic and in the body',
      good,
      basic(`news:${SECRET}`),
      {
        ...INVALID_REQUEST,
        hint: 'Send the client secret in the Authorization header or in the body, not in both.',
      },
    ],
    [
      'another id in Basic than in the body',
      { ...justGrant, client_id: 'public' },
      basic(`news:${SECRET}`),
      { ...INVALID_REQUEST, hint: 'The Authorization header names another client than client_id.' },
    ],
    [
      'a grant that the client lacks',
      { ...good, client_id: 'users-only' },
      undefined,
      {
        status: 400,
        error: 'unauthorized_client',
        error_description: 'The authenticated client is not authorized to use this authorization grant type.',
      },
    ],
    [
      'the resource of another service',
      { ...good, resource: 'https://other.example/api' },
      undefined,
      {
        status: 400,
        error: 'invalid_target',
        error_description: 'The requested resource is invalid, missing, unknown, or malformed.',
        hint: 'The only resource that tokens are given for is https://cms.example/api.',
      },
    ],
    ['an unknown scope', { ...good, scope: 'content:read' }, undefined, outside('content:read')],
    [
      'an unselected scope',
      { ...good, scope: 'member menu:administer' },
      undefined,
      outside('menu:administer'),
    ],
    ['a scope in capitals', { ...good, scope: 'MEMBER' }, undefined, outside('MEMBER')],
    [
      'scopes separated by commas',
      { ...good, scope: 'member,content:administer' },
      undefined,
      outside('member,content:administer'),
    ],
    [
      'a wrong secret with a wrong scope, reported as invalid_client',
      { ...good, client_secret: 'x', scope: 'y' },
      undefined,
      INVALID_CLIENT,
    ],
  ])('%s', async (_, parameters, authorization, expected) => {
    expect(await refusal(parameters, authorization)).toEqual(expected);
  });
});
