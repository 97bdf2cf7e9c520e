import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { Workplace } from './workplace.js';

/** Runs a command that fails and returns its standard error. */
async function getErrorOutput(variables: Readonly<Record<string, string>>, command: string): Promise<string> {
  const workplace = new Workplace({ LOG_LEVEL: 'silent', ...variables });
  try {
    const { code, errors } = await workplace.run(...command.split(' '));
    expect(code).toBe(1);
    return errors;
  } finally {
    workplace.remove();
  }
}

describe('a DATABASE_URL that cannot be opened', () => {
  it.each([
    ['a folder', 'sqlite:/tmp', 'unable to open database file'],
    ['below a file', 'sqlite:/dev/null/y.sqlite', "EEXIST: file already exists, mkdir '/dev/null'"],
    ['an impossible port', 'mysql://u:p@127.0.0.1:99999/c', 'Port should be >= 0 and < 65536. Received'],
    ['a name with invalid percent-encoding', 'mysql://%zz:p@127.0.0.1/c', 'URI malformed'],
    ['a closed port', 'mysql://u:p@127.0.0.1:1/c', 'connect ECONNREFUSED 127.0.0.1:1'],
    ['an impossible port of PostgreSQL', 'postgres://u:p@127.0.0.1:99999/c', 'Invalid URL'],
    ['a closed port of PostgreSQL', 'postgresql://u:p@127.0.0.1:1/c', 'connect ECONNREFUSED 127.0.0.1:1'],
  ])('is reported by the name of the variable: %s', async (_, DATABASE_URL, reason) => {
    const sentence = `content-service: The database of DATABASE_URL cannot be opened: ${reason}`;

    expect(await getErrorOutput({ DATABASE_URL }, 'settings get')).toContain(sentence);
    const variables = { DATABASE_URL, DATABASE_WAIT_SECONDS: '0' };
    expect(await getErrorOutput(variables, 'migrate')).toContain(sentence);
  });

  it('is reported by the name of the variable: a file of another format', async () => {
    const workplace = new Workplace();
    writeFileSync(
      workplace.path('content.sqlite'),
      'This is no database, however long one reads in it.'.repeat(9),
    );

    const { errors } = await workplace.run('settings', 'get');

    expect(errors).toBe(
      'content-service: The database of DATABASE_URL cannot be opened: file is not a database (SQLITE_NOTADB)\n',
    );
    workplace.remove();
  });
});

describe('content-service serve', () => {
  it('reports in one sentence that the port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const PORT = String((other.address() as AddressInfo).port);

    expect(await getErrorOutput({ PORT }, 'serve')).toBe(
      `content-service: The service cannot listen on HOST 127.0.0.1, PORT ${PORT}: another process does.\n`,
    );
    other.close();
  });

  it.each([
    ['nope.invalid', 'the host cannot be found'],
    ['192.0.2.1', 'this machine does not have that address'],
  ])('reports in one sentence that it cannot listen on %s', async (HOST, reason) => {
    expect(await getErrorOutput({ HOST, PORT: '3999' }, 'serve')).toBe(
      `content-service: The service cannot listen on HOST ${HOST}, PORT 3999: ${reason}.\n`,
    );
  });
});
