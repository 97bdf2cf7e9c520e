import { BrowserSession, getForm, getLocation, getSetCookies } from '../support/browser-session.js';
import { OAuthSite, PASSWORD } from '../support/oauth-site.js';

describe('the login and consent pages', () => {
  it('use a cookie without the __Host- prefix under http', async () => {
    const plain = await OAuthSite.start();
    const page = await new BrowserSession(plain.app.nest.getHttpServer()).get('/user/login');
    await plain.stop();

    expect(getSetCookies(page)).toEqual([
      expect.stringMatching(/^session-[\w-]{8}=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
  });

  it('keep a session of one service when the browser signs in to another one of the host', async () => {
    const services = [
      await OAuthSite.start({ BASE_URL: 'http://127.0.0.1:4100' }),
      await OAuthSite.start({ BASE_URL: 'http://127.0.0.1:4104' }),
    ];
    const jar = new Map<string, string>();
    const browsers = services.map(({ app }) => new BrowserSession(app.nest.getHttpServer(), jar));
    for (const [n, service] of services.entries())
      await browsers[n]!.signIn((await service.user()).name, PASSWORD);

    const accounts = [await browsers[0]!.get('/user'), await browsers[1]!.get('/user')];
    for (const service of services) await service.stop();

    expect(accounts.map(({ status }) => status)).toEqual([200, 200]);
    expect([...jar.keys()].map((name) => name.split('-')[0]).sort()).toEqual([
      'device',
      'device',
      'session',
      'session',
    ]);
  });

  it.each([
    [{}, 'max-age=31536000'],
    [{ HSTS_INCLUDE_SUBDOMAINS: 'true' }, 'max-age=31536000; includeSubDomains'],
  ])('demand https of browsers for hosts below only when told to: %j', async (variables, header) => {
    const site = await OAuthSite.start(variables);
    const page = await new BrowserSession(site.app.nest.getHttpServer()).get('/user/login');
    await site.stop();

    expect(page.headers['strict-transport-security']).toBe(header);
  });

  it('are served below the path of the base URL', async () => {
    const below = await OAuthSite.start({ BASE_URL: 'https://www.example/cms' });
    const user = new BrowserSession(below.app.nest.getHttpServer());
    const { name } = await below.user();

    const page = await user.get('/user/login?destination=/admin');
    const { action, fields } = getForm(page, 'password');
    const answer = await user.post('/user/login', { ...fields, name, password: PASSWORD });
    await below.stop();

    expect(action).toBe('/cms/user/login');
    expect(page.text).toContain('href="/cms/user/pages-');
    expect(getLocation(answer)).toBe('/cms/admin');
  });

  it('are absent in a headless deployment', async () => {
    const headless = await OAuthSite.start({ JSONAPI_PREFIX: '/jsonapi' });
    const user = new BrowserSession(headless.app.nest.getHttpServer());
    const answers = [
      await user.get('/user/login'),
      await user.post('/user/login', {}),
      await user.post('/user/logout', {}),
      await user.get('/oauth/authorize'),
      await user.post('/oauth/authorize/decision', {}),
    ];
    await headless.stop();

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  });
});
