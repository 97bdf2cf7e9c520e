import { SCOPES } from '@content-service/scopes';
import { OAuthSite } from '../support/oauth-site.js';

const ARTICLES = '/api/node/article';

describe('the Authorization header', () => {
  let site: OAuthSite;
  beforeAll(async () => {
    site = await OAuthSite.start();
  });
  afterAll(() => site.stop());

  it('a token is dead 300 s after issue', async () => {
    const token = await tokenWith('member');

    site.app.clock.advance(299);
    const alive = await read(`Bearer ${token}`);
    site.app.clock.advance(1);
    const dead = await read(`Bearer ${token}`);

    expect(alive.status).toBe(200);
    expect(dead.status).toBe(401);
    expect(dead.headers['www-authenticate']).toBe(
      'Bearer realm="OAuth", error="access_denied", error_description="Access token could not be verified"',
    );
  });

  it('two spaces after Bearer are 401', async () => {
    const response = await read(`Bearer  ${await tokenWith('member')}`);

    expect(response.status).toBe(401);
    expect(response.headers['www-authenticate']).toMatch(/^Bearer realm="OAuth", error="access_denied", /);
  });

  it.each([
    ['another scheme', 'Token %', 401],
    ['the token alone', '%', 401],
    ['Bearer alone', 'Bearer', 401],
    ['two tokens', 'Bearer % %', 401],
    ['a tab for the space', 'Bearer\t%', 401],
    ['the scheme in another case', 'bEARER %', 200],
  ])('with %s, as in "%s", is answered with %i', async (_, form, status) => {
    const response = await read(form.replaceAll('%', await tokenWith('member')));

    expect(response.status).toBe(status);
  });

  it('only content:administer allows writes and reads of unpublished entries', async () => {
    const [hidden] = await site.app.site.articles({ unpublished: 1 });
    const document = { data: { type: 'node--article', attributes: { title: 'New' } } };
    const statuses = await Promise.all(
      SCOPES.map(async ({ name }) => {
        const requests = site.app.api.withAuthorization(`Bearer ${await tokenWith(name)}`);
        const write = await requests.post(ARTICLES, document);
        const look = await requests.get(`${ARTICLES}/${hidden?.id ?? ''}`);
        return [name, write.status, look.status];
      }),
    );

    expect(statuses).toEqual(
      SCOPES.map(({ name }) => (name === 'content:administer' ? [name, 201, 200] : [name, 403, 403])),
    );
  });

  async function tokenWith(scope: string): Promise<string> {
    const client = await site.client({ allowedScopes: [scope] });
    const { body } = await site.post('/oauth/token', client, { grant_type: 'client_credentials' });
    return (body as { access_token: string }).access_token;
  }

  function read(authorization: string): ReturnType<OAuthSite['postForm']> {
    return site.app.api.withAuthorization(authorization).get(ARTICLES);
  }
});
