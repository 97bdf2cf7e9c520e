import { startApp, type TestApp } from '../support/app.js';
import { locationOf, Visitor } from '../support/visitor.js';
import { Workplace } from './workplace.js';

let workplace: Workplace;
beforeEach(() => {
  workplace = new Workplace();
});
afterEach(() => {
  workplace.remove();
});

/** Something done with a service on the database of the commands. */
async function withService<T>(act: (app: TestApp) => Promise<T>): Promise<T> {
  const app = await startApp({ DATABASE_URL: `sqlite:${workplace.path('content.sqlite')}` });
  try {
    return await act(app);
  } finally {
    await app.stop();
  }
}

function canSignIn(name: string, password: string): Promise<boolean> {
  return withService(async ({ nest }) => {
    const answer = await new Visitor(nest.getHttpServer()).signIn(name, password);
    return answer.status === 303 && locationOf(answer) === '/user/login';
  });
}

describe('content-service create-user', () => {
  it('makes a user who can sign in, with the role that is said', async () => {
    const said = ['--name', 'Zoë', '--password', 'correct horse battery', '--role', 'administrator'];

    const made = await workplace.json('create-user', ...said);

    expect(made).toEqual({
      user_id: expect.stringMatching(/^[\da-f-]{36}$/),
      name: 'Zoë',
      role: 'administrator',
    });
    expect(await canSignIn('zoë', 'correct horse battery')).toBe(true);
  });

  it('takes the password from standard input, where nobody on the machine sees it', async () => {
    workplace.input = 'a password from a pipe\r\nand another line\n';

    expect(await workplace.json('create-user', '--name', 'bob')).toMatchObject({ role: 'member' });
    expect(await canSignIn('bob', 'a password from a pipe')).toBe(true);
  });

  it.each([
    ['--name bob --password short', 'password must have 12 to 256 characters, got 5.'],
    ['--name bob --password correct-horse-battery --role boss', "There is no role 'boss'."],
    ['--name bob', 'There is neither --password nor a line on standard input.'],
  ])('refuses %s', async (line, sentence) => {
    const { code, output, errors } = await workplace.run('create-user', ...line.split(' '));

    expect([code, output, errors]).toEqual([1, '', `content-service: ${sentence}\n`]);
  });

  it('refuses a name that somebody has', async () => {
    const said = ['--password', 'correct horse battery'];
    await workplace.json('create-user', '--name', 'bob', ...said);

    const { code, errors } = await workplace.run('create-user', '--name', 'BOB', ...said);

    expect([code, errors]).toEqual([1, "content-service: There is a user 'BOB' already.\n"]);
  });
});

describe('the first start on an empty database', () => {
  it('makes an administrator and shows the password this once', async () => {
    const { output } = await workplace.run('demo');
    const [, name = '', password = ''] = / {2}name +(\S+)\n {2}password +(\S+)\n/.exec(output) ?? [];
    const again = await workplace.run('demo');

    expect([name, password]).toEqual(['admin', expect.stringMatching(/^[a-z2-9]{5}(-[a-z2-9]{5}){3}$/)]);
    expect(output).toContain('an administrator, who signs in at http://127.0.0.1:3000/admin');
    expect(again.output).not.toContain('password');
    expect(await canSignIn(name, password)).toBe(true);
  });

  it('tells a program, too', async () => {
    expect(await workplace.json('demo')).toMatchObject({
      admin_name: 'admin',
      admin_password: expect.any(String),
      client_id: expect.any(String),
      client_secret: expect.any(String),
    });
  });

  it('makes the administrator that was chosen beforehand, and prints no password then', async () => {
    workplace.remove();
    const chosen = { INITIAL_ADMIN_NAME: 'root', INITIAL_ADMIN_PASSWORD: 'chosen beforehand' };
    workplace = new Workplace(chosen);

    const { output } = await workplace.run('demo');

    expect(output).toContain('name           root\n  password       (that of INITIAL_ADMIN_PASSWORD)');
    expect(output).not.toContain('chosen beforehand');
    expect(await canSignIn('root', 'chosen beforehand')).toBe(true);
  });

  it('tells a program nothing that was chosen beforehand', async () => {
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

  it('makes the author of what clients write for themselves', async () => {
    await workplace.run('create-client');
    await workplace.run('demo');

    await withService(async ({ api }) => {
      const created = await api.asAdministrator().post('/api/node/article?include=uid', {
        data: { type: 'node--article', attributes: { title: 'x' } },
      });

      expect(created.body.included).toMatchObject([
        { type: 'user--user', attributes: { display_name: 'admin' } },
      ]);
    });
  });

  it('makes nobody in a headless deployment', async () => {
    workplace.remove();
    workplace = new Workplace({ JSONAPI_PREFIX: '/jsonapi' });

    const { output } = await workplace.run('demo');

    expect(output).not.toMatch(/password|secret/);
  });
});
