import type { ApiClient } from '@content-service/oauth-clients';
import { getErrors, toErrorSummaries } from '../support/responses.js';
import { OAuthSite } from '../support/oauth-site.js';

let site: OAuthSite;
beforeAll(async () => {
  site = await OAuthSite.start();
});
afterAll(() => site.stop());

/** The token endpoint's response to a client credentials request. */
const token = (client: ApiClient, scope?: string) =>
  site.post('/oauth/token', client, { grant_type: 'client_credentials', scope });

const requestToken = async (client: ApiClient, scope?: string): Promise<string> =>
  (await token(client, scope)).body.access_token as string;

function parseScopes(accessToken: string): readonly string[] {
  const [, claims = ''] = accessToken.split('.');
  const { scope } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { scope: string };
  return scope.split(' ');
}

const as = (accessToken: string) => site.app.api.withAuthorization(`Bearer ${accessToken}`);
const article = { data: { type: 'node--article', attributes: { title: 'Written' } } };
const selected = ['member', 'menu:administer', 'content:administer'];

// The titles are the sentences of the specification, «Scope rules».
describe('scope rules', () => {
  it("1. Scopes are selected on the API client and are the token's defaults.", async () => {
    const one = await site.client({ allowedScopes: ['menu:administer'] });
    const other = await site.client({ allowedScopes: ['member'] });

    expect(parseScopes(await requestToken(one))).toEqual(['menu:administer']);
    expect(parseScopes(await requestToken(other))).toEqual(['member']);
  });

  it('2. A token request without scope carries every selected scope.', async () => {
    const client = await site.client({ allowedScopes: selected });
    const { access_token: ofUser } = await site.tokens(client);

    expect(parseScopes(await requestToken(client))).toEqual(selected);
    expect(parseScopes(await requestToken(client, ''))).toEqual(selected);
    expect(parseScopes(ofUser)).toEqual(selected);
  });

  it('3. A scope parameter may narrow the token to a subset of the selected scopes.', async () => {
    const client = await site.client({ allowedScopes: selected });
    const { access_token: ofUser } = await site.tokens(client, { scope: 'menu:administer member' });

    expect(parseScopes(await requestToken(client, 'member'))).toEqual(['member']);
    expect(parseScopes(ofUser)).toEqual(['menu:administer', 'member']);
  });

  it('4. Naming an unknown or unselected scope gives 400 invalid_scope.', async () => {
    const client = await site.client({ allowedScopes: selected });

    for (const scope of ['nonsense', 'site_settings:administer', 'member nonsense']) {
      const { status, body } = await token(client, scope);
      expect([status, body]).toEqual([
        400,
        {
          error: 'invalid_scope',
          error_description: 'The requested scope is invalid, unknown, or malformed',
          hint: `Check the \`${scope.replace('member ', '')}\` scope`,
        },
      ]);
    }
  });

  it('5. Scopes gate writes and administrative surfaces, not published-content reads.', async () => {
    const published = await site.app.site.article();
    const path = `/api/node/article/${published.id}`;
    const [none, member] = [await site.client({ allowedScopes: [] }), await site.client()];
    const [without, narrow] = [await requestToken(none), await requestToken(member, 'member')];

    expect((await as(without).get(path)).status).toBe(200);
    expect((await as(narrow).get(path)).status).toBe(200);
    const refused = await as(narrow).post('/api/node/article', article);
    expect([refused.status, getErrors(refused)[0]?.detail]).toEqual([
      403,
      "This token lacks the scope 'content:administer'.",
    ]);
    expect((await as(await requestToken(member)).post('/api/node/article', article)).status).toBe(201);

    expect((await site.app.api.asAnonymous().get(path)).status).toBe(401);
    await site.app.site.settings({ publicAccess: true });
    expect((await site.app.api.asAnonymous().get(path)).status).toBe(200);
    await site.app.site.settings({ publicAccess: false });
  });

  it('6. Reading unpublished content requires content:administer.', async () => {
    const hidden = await site.app.site.article({ published: false });
    const path = `/api/node/article/${hidden.id}`;
    const others = selected.filter((scope) => scope !== 'content:administer').join(' ');
    const client = await site.client({ allowedScopes: selected });

    const refused = await as(await requestToken(client, others)).get(path);

    expect(refused.status).toBe(403);
    expect(toErrorSummaries(refused)).toEqual([{ status: '403', code: 'entry_hidden' }]);
    expect((await as(await requestToken(client, 'content:administer')).get(path)).status).toBe(200);
  });

  it('7. Tokens do not gain scopes retroactively.', async () => {
    const client = await site.client({ allowedScopes: ['member'] });
    const early = await requestToken(client);
    const { refresh_token } = await site.tokens(client);

    await site.clients.update(client.id, { allowedScopes: ['member', 'content:administer'] });

    expect((await as(early).post('/api/node/article', article)).status).toBe(403);
    expect((await as(await requestToken(client)).post('/api/node/article', article)).status).toBe(201);
    const form = { grant_type: 'refresh_token', refresh_token };
    const { body } = await site.post('/oauth/token', client, form);
    expect(parseScopes(body.access_token as string)).toEqual(['member']);
  });
});
