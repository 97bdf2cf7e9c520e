// Guards of access and OAuth, each with the one line that would remove it and the test that must notice. `find` occurs
// exactly once in its file; `test` is the beginning of the test's name, as Jest prints it, in `spec`.

const grants = 'libs/oauth-grants/src';
const access = 'apps/content-service/src/http/access';
const codeSpec = `${grants}/grants/authorization-code.grant.spec.ts`;
const refreshSpec = `${grants}/grants/refresh-token.grant.spec.ts`;
const authorizeSpec = `${grants}/authorization-endpoint.spec.ts`;

export const guards = [
  {
    guard: 'a code belongs to one client',
    file: `${grants}/grants/authorization-code.grant.ts`,
    find: 'if (code.clientId !== client.id)',
    replace: 'if (code.clientId === "")',
    spec: codeSpec,
    test: "authorization_code: refusals another client's code",
  },
  {
    guard: 'a code is bound to its redirect URI',
    file: `${grants}/grants/authorization-code.grant.ts`,
    find: 'if (code.redirectUri !== redirect_uri)',
    replace: 'if (code.redirectUri === "")',
    spec: codeSpec,
    test: 'authorization_code: refusals another redirect_uri',
  },
  {
    guard: 'a code ends after 300 seconds',
    file: `${grants}/grants/authorization-code.grant.ts`,
    find: 'if (code.expiresAt <= now)',
    replace: 'if (code.expiresAt <= 0)',
    spec: codeSpec,
    test: 'authorization_code: refusals a code after 300 seconds',
  },
  {
    guard: 'a second use of a code ends the tokens from the first',
    file: `${grants}/grants/authorization-code.grant.ts`,
    find: 'const isRevokedNow = await this.families.revoke(code.familyId);',
    replace: 'const isRevokedNow = true;',
    spec: codeSpec,
    test: 'authorization_code: refusals a second use, which revokes every token of the first',
  },
  {
    guard: 'the verifier must be the one behind the challenge',
    file: `${grants}/pkce.ts`,
    find: 'return verifier !== undefined && equalsInConstantTime(sha256(verifier), challenge);',
    replace: 'return verifier !== undefined && equalsInConstantTime(sha256(""), sha256(""));',
    spec: codeSpec,
    test: 'authorization_code: refusals a wrong verifier',
  },
  {
    guard: 'the challenge method plain is refused',
    file: `${grants}/pkce.ts`,
    find: "if (method !== 'S256')",
    replace: "if (method === '')",
    spec: authorizeSpec,
    test: 'GET /oauth/authorize: errors in a redirect with state and issuer the challenge method plain',
  },
  {
    guard: 'a redirect goes to a registered address only',
    file: `${grants}/authorization-request.ts`,
    find: 'if (!isRedirectUriOf(client, redirectUri, policy.current().localhostAnyPort))',
    replace: 'if (client.redirectUris.length < 0)',
    spec: authorizeSpec,
    test: 'GET /oauth/authorize: errors on a page, without a redirect an unregistered redirect_uri',
  },
  {
    guard: 'a refresh token belongs to one client',
    file: `${grants}/token-family.service.ts`,
    find: 'if (presented.clientId !== clientId)',
    replace: 'if (presented.clientId === "")',
    spec: refreshSpec,
    test: 'refresh_token: refusals the refresh token of another client',
  },
  {
    guard: 'a second use of a refresh token ends its family',
    file: `${grants}/token-family.service.ts`,
    find: 'await this.revoke(presented.familyId);',
    replace: '',
    spec: refreshSpec,
    test: 'refresh_token: refusals a second use, which revokes the whole family',
  },
  {
    guard: 'refreshing gives no more scopes than the user granted',
    file: `${grants}/grants/refresh-token.grant.ts`,
    find: 'if (offending === undefined) return scopes;',
    replace: 'if (offending !== "") return scopes;',
    spec: refreshSpec,
    test: 'refresh_token: scopes a wider scope is invalid_scope',
  },
  {
    guard: "a user's token holds no more than the role grants",
    file: `${grants}/user-token.service.ts`,
    find: '.intersect(client.allowedScopes).intersect(held)',
    replace: '.intersect(client.allowedScopes)',
    spec: codeSpec,
    test: "authorization_code: scopes has no scope that was removed from the user's role since the decision",
  },
  {
    guard: 'a client gets no scope that is not selected on it',
    file: `${grants}/request-parameters.ts`,
    find: 'if (offending !== undefined) throw',
    replace: 'if (offending === "") throw',
    spec: `${grants}/token-endpoint.spec.ts`,
    test: 'TokenEndpoint: refusals an unselected scope',
  },
  {
    guard: 'a revoked token is not good',
    file: `${grants}/access-token.service.ts`,
    find: ' && !this.revocations.isRevoked(claims)',
    replace: '',
    spec: `${grants}/access-token.service.spec.ts`,
    test: 'AccessTokenService.verify refuses a token whose family was revoked',
  },
  {
    guard: 'a key is used with its own algorithm only',
    file: `${access}/jwt-access-token.codec.ts`,
    find: 'algorithms: [algorithm],',
    replace: "algorithms: ['RS256', 'RS384'],",
    spec: `${access}/jwt-access-token.codec.spec.ts`,
    test: 'JwtAccessTokenCodec.decode refuses an algorithm that is not the key’s',
  },
  {
    guard: 'writing needs the scope content:administer',
    file: `${access}/access-guards.ts`,
    find: 'assertScope(principal, scope);',
    replace: '',
    spec: 'apps/content-service/src/http/content-api/content-api.spec.ts',
    test: 'writing names the scope that is missing',
  },
];
