import { startApp, type TestApp } from '../support/app.js';
import { BrowserSession, getLocation } from '../support/browser-session.js';
import { Workplace } from './workplace.js';

let workplace: Workplace;
beforeEach(() => {
  workplace = new Workplace();
});
afterEach(() => {
  workplace.remove();
});

/** An action with a service on the database of the commands. */
async function withService<T>(task: (app: TestApp) => Promise<T>): Promise<T> {
  const app = await startApp({ DATABASE_URL: `sqlite:${workplace.path('content.sqlite')}` });
  try {
    return await task(app);
  } finally {
    await app.stop();
  }
}

function canSignIn(name: string, password: string): Promise<boolean> {
  return withService(async ({ nest }) => {
    const answer = await new BrowserSession(nest.getHttpServer()).signIn(name, password);
    return answer.status === 303 && getLocation(answer) === '/user/login';
  });
}

/** Where a sign-in leads. */
function findFirstPage(name: string, password: string): Promise<string> {
  return withService(async ({ nest }) =>
    getLocation(await new BrowserSession(nest.getHttpServer()).signIn(name, password)),
  );
}

describe('content-service create-user', () => {
  it('creates a user with the given role that can sign in', async () => {
    const changes = [
      '--name',
      'Zoë',
      '--password',
      'correct horse battery',
      '--role',
      'administrator',
      '--keep-password',
    ];

    const made = await workplace.json('create-user', ...changes);

    expect(made).toEqual({
      user_id: expect.stringMatching(/^[\da-f-]{36}$/),
      name: 'Zoë',
      role: 'administrator',
    });
    expect(await canSignIn('zoë', 'correct horse battery')).toBe(true);
  });

  it('creates a user who must change the password at the first sign-in, without --keep-password', async () => {
    await workplace.json('create-user', '--name', 'bob', '--password', 'correct horse battery');

    expect(await findFirstPage('bob', 'correct horse battery')).toBe('/user/password');
  });

  it('reads the password from standard input', async () => {
    workplace.input = 'a password from a pipe\r\nand another line\n';

    expect(await workplace.json('create-user', '--name', 'bob', '--keep-password')).toMatchObject({
      role: 'member',
    });
    expect(await canSignIn('bob', 'a password from a pipe')).toBe(true);
  });

  it.each([
    ['--name bob --password short', 'password must have 12 to 256 characters, got 5.'],
    [
      '--name bob --password correct-horse-battery --role boss',
      "There is no role 'boss'. Known: administrator, editor, member.",
    ],
    ['--name bob', 'A password is required, as --password or as the first line of standard input.'],
  ])('refuses %s', async (line, sentence) => {
    const { code, output, errors } = await workplace.run('create-user', ...line.split(' '));

    expect([code, output, errors]).toEqual([1, '', `content-service: ${sentence}\n`]);
  });

  it('refuses a name that is taken', async () => {
    const changes = ['--password', 'correct horse battery'];
    await workplace.json('create-user', '--name', 'bob', ...changes);

    const { code, errors } = await workplace.run('create-user', '--name', 'BOB', ...changes);

    expect([code, errors]).toEqual([1, "content-service: There is a user 'BOB' already.\n"]);
  });
});

describe('content-service unlock-user', () => {
  it('resets failed logins of the user with the name', async () => {
    const password = 'correct horse battery';
    await workplace.json('create-user', '--name', 'Zoe', '--password', password);
    const statuses = await withService(async ({ nest }) => {
      const signIn = async (text: string) =>
        (await new BrowserSession(nest.getHttpServer()).signIn('zoe', text)).status;
      for (let n = 0; n < 5; n++) await signIn('wrong');
      const before = await signIn(password);
      await workplace.json('unlock-user', 'zoe');
      return [before, await signIn(password)];
    });

    expect(statuses).toEqual([429, 303]);
  });

  it('refuses an unknown name', async () => {
    const { code, errors } = await workplace.run('unlock-user', 'nemo');

    expect([code, errors]).toEqual([1, "content-service: There is no user 'nemo'.\n"]);
  });
});

describe('the first start on an empty database', () => {
  it('creates an administrator and prints the password once', async () => {
    const { output } = await workplace.run('demo');
    const [, name = '', password = ''] = / {2}name +(\S+)\n {2}password +(\S+)\n/.exec(output) ?? [];
    const again = await workplace.run('demo');

    expect([name, password]).toEqual(['admin', expect.stringMatching(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/)]);
    expect(output).toContain('an administrator, who signs in at http://127.0.0.1:3000/admin');
    expect(again.output).not.toContain('password');
    expect(await findFirstPage(name, password)).toBe('/user/password');
  });

  it('prints the credentials as JSON with --json', async () => {
    expect(await workplace.json('demo')).toMatchObject({
      admin_name: 'admin',
      admin_password: expect.any(String),
      client_id: expect.any(String),
      client_secret: expect.any(String),
    });
  });

  it('creates the administrator of INITIAL_ADMIN_NAME and INITIAL_ADMIN_PASSWORD without printing the password', async () => {
    workplace.remove();
    const chosen = { INITIAL_ADMIN_NAME: 'root', INITIAL_ADMIN_PASSWORD: 'chosen beforehand' };
    workplace = new Workplace(chosen);

    const { output } = await workplace.run('demo');

    expect(output).toContain('name           root\n  password       (that of INITIAL_ADMIN_PASSWORD)');
    expect(output).not.toContain('chosen beforehand');
    expect(await canSignIn('root', 'chosen beforehand')).toBe(true);
  });

  it('prints no configured credentials with --json', async () => {
    workplace.remove();
    workplace = new Workplace({
      INITIAL_ADMIN_PASSWORD: 'chosen beforehand',
      INITIAL_CLIENT_ID: 'chosen',
      INITIAL_CLIENT_SECRET: 's'.repeat(43),
    });

    const told = await workplace.json('demo');

    expect(told).toMatchObject({ admin_name: 'admin', client_id: 'chosen' });
    expect(told).not.toHaveProperty('admin_password');
    expect(told).not.toHaveProperty('client_secret');
  });

  it('sets the administrator as author of entries written by API clients', async () => {
    await workplace.run('create-client', '--label', 'Website');
    await workplace.run('demo');

    await withService(async ({ api }) => {
      const created = await api.asAdministrator().post('/api/node/article?include=uid', {
        data: { type: 'node--article', attributes: { title: 'x' } },
      });

      expect(created.body.included).toMatchObject([
        { type: 'user--user', attributes: { display_name: 'Administrator' } },
      ]);
    });
  });

  it('creates no administrator in a headless deployment', async () => {
    workplace.remove();
    workplace = new Workplace({ JSONAPI_PREFIX: '/jsonapi' });

    const { output } = await workplace.run('demo');

    expect(output).not.toMatch(/password|secret/);
  });
});
