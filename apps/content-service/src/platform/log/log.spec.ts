import { createLogTo, NestLog } from './log.js';

describe('createLogTo', () => {
  let lines: string[];
  beforeEach(() => {
    lines = [];
  });

  const createTestLog = () => createLogTo('trace', { write: (line) => lines.push(line) });
  const readLine = (): object => JSON.parse(lines[0] ?? '') as object;

  it.each([
    'authorization',
    'Authorization',
    'cookie',
    'set-cookie',
    'client_secret',
    'clientSecret',
    'access_token',
    'refresh_token',
    'token',
    'password',
  ])('redacts the member %s, at any depth', (name) => {
    const log = createTestLog();

    log.debug({
      [name]: 'canary-1',
      request: { headers: { [name]: 'canary-2' } },
      all: [{ [name]: ['canary-3'] }],
    });

    expect(readLine()).toMatchObject({
      [name]: '[Redacted]',
      request: { headers: { [name]: '[Redacted]' } },
      all: [{ [name]: '[Redacted]' }],
    });
    expect(lines.join()).not.toContain('canary');
  });

  it('does not change the object that is logged', () => {
    const line = { headers: { cookie: 'a=b', host: 'localhost' } };

    createTestLog().info(line);

    expect(line).toEqual({ headers: { cookie: 'a=b', host: 'localhost' } });
    expect(readLine()).toMatchObject({ headers: { cookie: '[Redacted]', host: 'localhost' } });
  });

  it('redacts the members of an object that is a message of Nest', () => {
    new NestLog(createTestLog()).verbose({ headers: { authorization: 'Bearer canary' }, status: 401 });

    expect(readLine()).toMatchObject({ msg: '{"headers":{"authorization":"[Redacted]"},"status":401}' });
  });

  it('leaves out what is nested in itself', () => {
    const line: Record<string, unknown> = { name: 'loop' };
    line['self'] = line;

    createTestLog().info(line);

    expect(lines.join()).toContain('"name":"loop"');
  });
});
