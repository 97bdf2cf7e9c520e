import { Workplace } from './workplace.js';

/** Names that every object of JavaScript inherits: a look-up by a name from outside finds what nobody stored. */
const NAMES = ['constructor', '__proto__', 'toString', 'hasOwnProperty'];

/** Commands that take names; each must refuse one that nobody has given to anything. */
const COMMANDS: readonly ((name: string) => readonly string[])[] = [
  (name) => [name],
  (name) => ['help', name],
  (name) => ['settings', 'set', name, 'true'],
  (name) => ['settings', 'get', name],
  (name) => ['job', 'run', name],
  (name) => ['job', 'list', '--state', name],
  (name) => ['schedule', 'run', name],
  (name) => ['schedule', 'set', name, '--cron', '30 3 * * *'],
  (name) => ['create-client', '--label', 'A', '--scopes', name],
  (name) => ['create-user', '--name', 'a', '--password', 'correct horse battery', '--role', name],
  (name) => ['webhook', 'create', '--label', 'A', '--url', 'https://example.com', '--types', name],
];

describe('the command line, given a name that every object has', () => {
  let workplace: Workplace;
  beforeAll(() => {
    workplace = new Workplace();
  });
  afterAll(() => {
    workplace.remove();
  });

  it.each(NAMES)('%s: refuses it without an internal error', async (name) => {
    for (const toCommand of COMMANDS) {
      const command = toCommand(name);
      const { code, errors } = await workplace.run(...command);

      expect([command, code]).not.toEqual([command, 0]);
      expect(errors).not.toMatch(/TypeError|native code|\n {4}at /);
    }
  });
});
