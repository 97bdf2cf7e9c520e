import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseConfig } from './config.js';
import { sentences } from './config.fixture.js';

/** A secret of an API client that is a password, too. */
const SECRET = 'sT'.repeat(22);

describe('parseConfig reads NAME_FILE', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'config-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });
  const file = (text: string | Buffer): string => {
    writeFileSync(join(folder, 'secret'), text);
    return join(folder, 'secret');
  };

  it.each([
    ['DATABASE_URL', 'sqlite:/somewhere/content.sqlite', 'databaseUrl'],
    ['KEY_SECRET', 'k'.repeat(40), 'keySecret'],
    ['REDIS_URL', 'rediss://user:password@redis.example:6380/0', 'redisUrl'],
  ] as const)('for %s, without the line end of the file', (name, value, member) => {
    expect(parseConfig({ [`${name}_FILE`]: file(`${value}\n`) })[member]).toBe(value);
  });

  it('as they are written on Windows', () => {
    const secret = 'k'.repeat(40);
    const written = [`\ufeff${secret}\r\n`, Buffer.from(`\ufeff${secret}\r\n`, 'utf16le')];

    for (const text of written) expect(parseConfig({ KEY_SECRET_FILE: file(text) }).keySecret).toBe(secret);
  });

  it('for the previous secret and those of the first start', () => {
    const secret = file(SECRET);
    const config = parseConfig({
      KEY_SECRET: 'k'.repeat(40),
      KEY_SECRET_PREVIOUS_FILE: secret,
      INITIAL_CLIENT_ID: 'first',
      INITIAL_CLIENT_SECRET_FILE: secret,
      INITIAL_ADMIN_PASSWORD_FILE: secret,
    });

    expect(config).toMatchObject({
      previousKeySecret: SECRET,
      initialClient: { id: 'first', secret: SECRET },
      initialAdministrator: { name: 'admin', password: SECRET },
    });
  });

  it('and refuses a file that cannot be read, is empty, or stands beside the variable', () => {
    const missing = join(folder, 'missing');

    expect(sentences({ KEY_SECRET_FILE: missing })).toEqual([
      `The file of KEY_SECRET_FILE cannot be read: '${missing}' (ENOENT).`,
    ]);
    expect(sentences({ KEY_SECRET_FILE: file('\n') })).toEqual([
      `The file of KEY_SECRET_FILE is empty: '${join(folder, 'secret')}'.`,
    ]);
    expect(sentences({ KEY_SECRET: 'k'.repeat(32), KEY_SECRET_FILE: file('k'.repeat(32)) })).toEqual([
      'Set KEY_SECRET or KEY_SECRET_FILE, not both.',
    ]);
  });
});
