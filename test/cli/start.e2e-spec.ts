import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { Workplace } from './workplace.js';

/** What a command says that cannot do its work. */
async function complaintOf(variables: Readonly<Record<string, string>>, command: string): Promise<string> {
  const workplace = new Workplace({ LOG_LEVEL: 'silent', ...variables });
  try {
    const { code, errors } = await workplace.run(...command.split(' '));
    expect(code).toBe(1);
    return errors;
  } finally {
    workplace.remove();
  }
}

describe('a database that cannot be opened', () => {
  it.each([
    ['a folder', 'sqlite:/tmp', 'unable to open database file'],
    ['below a file', 'sqlite:/dev/null/y.sqlite', "EEXIST: file already exists, mkdir '/dev/null'"],
    ['a port that cannot be', 'mysql://u:p@127.0.0.1:99999/c', 'Port should be >= 0 and < 65536. Received'],
    ['a name that is not percent-encoding', 'mysql://%zz:p@127.0.0.1/c', 'URI malformed'],
    ['nobody there', 'mysql://u:p@127.0.0.1:1/c', 'connect ECONNREFUSED 127.0.0.1:1'],
  ])('is told by the name of the variable: %s', async (_, DATABASE_URL, reason) => {
    const sentence = `content-service: The database of DATABASE_URL cannot be opened: ${reason}`;

    expect(await complaintOf({ DATABASE_URL }, 'settings get')).toContain(sentence);
    expect(await complaintOf({ DATABASE_URL }, 'migrate')).toContain(sentence);
  });

  it('is told by the name of the variable: a file of something else', async () => {
    const workplace = new Workplace();
    writeFileSync(
      workplace.path('content.sqlite'),
      'This is no database, however long one reads in it.'.repeat(9),
    );

    const { errors } = await workplace.run('settings', 'get');

    expect(errors).toBe(
      'content-service: The database of DATABASE_URL cannot be opened: file is not a database\n',
    );
    workplace.remove();
  });
});

describe('content-service serve', () => {
  it('says in one sentence that another process has the port', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const PORT = String((other.address() as AddressInfo).port);

    expect(await complaintOf({ PORT }, 'serve')).toBe(
      `content-service: The service cannot listen on HOST 127.0.0.1, PORT ${PORT}: another process does.\n`,
    );
    other.close();
  });

  it.each([
    ['nope.invalid', 'the host cannot be found'],
    ['192.0.2.1', 'this machine does not have that address'],
  ])('says in one sentence that it cannot listen on %s', async (HOST, reason) => {
    expect(await complaintOf({ HOST, PORT: '3999' }, 'serve')).toBe(
      `content-service: The service cannot listen on HOST ${HOST}, PORT 3999: ${reason}.\n`,
    );
  });
});
