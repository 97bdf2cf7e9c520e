import { configFrom, InvalidEnvironment } from './config.js';

const sentences = (variables: Record<string, string>): readonly string[] => {
  try {
    configFrom(variables);
  } catch (error) {
    if (error instanceof InvalidEnvironment) return error.sentences;
    throw error;
  }
  return [];
};

describe('configFrom', () => {
  it('needs nothing: every variable has a default', () => {
    expect(configFrom({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      baseUrl: 'http://127.0.0.1:3000',
      databaseUrl: 'sqlite:./data/content.sqlite',
      embeddedDatabase: true,
      jsonApiPrefix: '/api',
      keySecret: undefined,
      signingAlgorithm: 'RS256',
      migrateOnStart: true,
      clockOffsetSeconds: 0,
      logLevel: 'info',
      trustProxy: false,
      bodyLimitBytes: 1_048_576,
      initialClient: undefined,
      initialAdministrator: { name: 'admin', password: undefined },
      auditRetentionDays: 365,
    });
  });

  it('takes an empty variable for an unset one', () => {
    expect(configFrom({ PORT: '', BASE_URL: '' })).toMatchObject({
      port: 3000,
      baseUrl: 'http://127.0.0.1:3000',
    });
  });

  it('writes an IPv6 host into the base URL in brackets', () => {
    expect(configFrom({ HOST: '::1' }).baseUrl).toBe('http://[::1]:3000');
  });

  it('does not migrate a database server unless told', () => {
    const server = { DATABASE_URL: 'mysql://root@127.0.0.1/content', KEY_SECRET: 'k'.repeat(32) };

    expect(configFrom(server).migrateOnStart).toBe(false);
    expect(configFrom({ ...server, MIGRATE_ON_START: 'true' }).migrateOnStart).toBe(true);
  });

  it.each([
    ['false', false],
    ['2', 2],
    ['loopback,10.0.0.0/8', 'loopback,10.0.0.0/8'],
  ])('reads TRUST_PROXY=%s', (text, value) => {
    expect(configFrom({ TRUST_PROXY: text }).trustProxy).toBe(value);
  });

  it.each([
    [{ PORT: '03930' }, "PORT must be a number from 0 to 65535 without leading zeros, got '03930'."],
    [{ PORT: '0' }, 'BASE_URL is required when PORT is 0, since links begin with it.'],
    [{ HOST: '1.2.3.4.5' }, "HOST must be an address or a host name such as 127.0.0.1, got '1.2.3.4.5'."],
    [
      { DATABASE_URL: 'oracle://db' },
      'DATABASE_URL must be sqlite:PATH, mysql://…, mariadb://… or memory: (which forgets everything).',
    ],
    [
      { DATABASE_URL: 'sqlite::memory:' },
      'DATABASE_URL must be sqlite:PATH, mysql://…, mariadb://… or memory: (which forgets everything).',
    ],
    [
      { TOKEN_ISSUER: 'https://cms.example' },
      'TOKEN_ISSUER is for headless deployments (JSONAPI_PREFIX=/jsonapi): others give their tokens themselves.',
    ],
    [{ TOKEN_AUDIENCE: 'x' }, 'TOKEN_AUDIENCE needs TOKEN_ISSUER beside it.'],
    [{ JSONAPI_PREFIX: '/v1' }, "JSONAPI_PREFIX must be /api or /jsonapi, got '/v1'."],
    [
      { CLOCK_OFFSET_SECONDS: '60', NODE_ENV: 'production' },
      'CLOCK_OFFSET_SECONDS is for trying out lifetimes and must be unset when NODE_ENV is production.',
    ],
    [
      { BODY_LIMIT_BYTES: '99999999999' },
      "BODY_LIMIT_BYTES must be a number from 100 to 9999999999, got '99999999999'.",
    ],
    [
      { INITIAL_ADMIN_NAME: 'a  b' },
      "INITIAL_ADMIN_NAME must have 1 to 60 letters, digits or . _ - @ ' +, with single spaces between them.",
    ],
    [{ INITIAL_ADMIN_PASSWORD: 'hunter2' }, 'INITIAL_ADMIN_PASSWORD must have 12 to 256 characters, got 7.'],
    [
      { AUDIT_RETENTION_DAYS: '0' },
      "AUDIT_RETENTION_DAYS must be a number of days from 1 to 99999, got '0'.",
    ],
    [{ INITIAL_CLIENT_ID: 'first' }, 'INITIAL_CLIENT_ID needs INITIAL_CLIENT_SECRET beside it.'],
    [
      { INITIAL_CLIENT_ID: 'content-service-admin', INITIAL_CLIENT_SECRET: 's'.repeat(43) },
      'INITIAL_CLIENT_ID cannot be content-service-admin, the client that the administration in the browser is.',
    ],
    [
      { INITIAL_CLIENT_ID: 'first', INITIAL_CLIENT_SECRET: 'short' },
      'INITIAL_CLIENT_SECRET must have 43 to 128 letters, digits, _ and - (256 random bits).',
    ],
  ])('refuses %j with one sentence', (variables, sentence) => {
    expect(sentences(variables)).toEqual([sentence]);
  });

  it.each(['0.0.0.0', '::', '0', '::0', '0x0', '0:0:0:0:0:0:0:0', '::ffff:0.0.0.0'])(
    'requires a BASE_URL when HOST is %s, which is every network interface',
    (HOST) => {
      expect(sentences({ HOST })).toEqual([
        `BASE_URL is required when HOST is ${HOST}, since links begin with it.`,
      ]);
      expect(sentences({ HOST, BASE_URL: 'https://www.example.com' })).toEqual([]);
    },
  );

  it.each([
    ...['www.example.com', 'https://www.example.com/', 'https://www.example.com?a=1', 'ftp://example.com'],
    ...['https://[bad', 'https://x:99999', 'https://%zz'],
  ])('takes %s neither for a BASE_URL nor for a TOKEN_ISSUER', (url) => {
    const rule =
      'must be a URL such as https://www.example.com, without a password and without a slash at its end';

    expect(sentences({ BASE_URL: url })).toEqual([`BASE_URL ${rule}, got '${url}'.`]);
    expect(sentences({ JSONAPI_PREFIX: '/jsonapi', TOKEN_ISSUER: url })).toEqual([
      `TOKEN_ISSUER ${rule}, got '${url}'.`,
    ]);
  });

  it('refuses a password in the BASE_URL, and does not repeat it', () => {
    const [sentence] = sentences({ BASE_URL: 'https://me:hunter2@www.example.com' });

    expect(sentence).toContain(
      "without a password and without a slash at its end, got 'https://…@www.example.com'.",
    );
  });

  it.each(['true', 'foo', ',', '10.0.0.0/99', '-1'])('refuses TRUST_PROXY=%s', (text) => {
    expect(sentences({ TRUST_PROXY: text })).toEqual([
      `TRUST_PROXY must be false, a number of proxies, or their addresses such as loopback,10.0.0.0/8, got '${text}'.`,
    ]);
  });

  it('requires a KEY_SECRET on a database server, and never repeats one that is too short', () => {
    const [missing] = sentences({ DATABASE_URL: 'mysql://root@127.0.0.1/content' });
    const [short] = sentences({ KEY_SECRET: 'hunter2' });

    expect(missing).toContain('KEY_SECRET must have at least 32 characters');
    expect(short).toContain('KEY_SECRET must have at least 32 characters');
    expect(short).not.toContain('hunter2');
  });

  it('reports all mistakes at once', () => {
    expect(sentences({ PORT: 'x', LOG_LEVEL: 'loud', MIGRATE_ON_START: 'yes' })).toHaveLength(3);
  });
});
