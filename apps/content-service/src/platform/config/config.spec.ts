import { parseConfig } from './config.js';
import { sentences } from './config.fixture.js';

describe('parseConfig', () => {
  it('has a default for every variable', () => {
    expect(parseConfig({})).toEqual({
      port: 3000,
      roles: { api: true, worker: true },
      jobConcurrency: 1,
      workers: 1,
      modelJobEntries: 5000,
      host: '127.0.0.1',
      baseUrl: 'http://127.0.0.1:3000',
      changePollMs: 1000,
      databaseWaitMs: 60_000,
      databaseUrl: 'sqlite:./data/content.sqlite',
      databaseHosts: 'ordered',
      databaseReplicas: undefined,
      embeddedDatabase: true,
      events: {
        enabled: true,
        retentionDays: 14,
        snapshotMaxBytes: 262_144,
      },
      fileStore: { kind: 'disk', folder: 'data/files' },
      broker: undefined,
      databaseLimits: {
        statementTimeoutMs: 10_000,
        poolSize: 10,
        sqliteReaders: 2,
      },
      jsonApiPrefix: '/api',
      keySecret: undefined,
      previousKeySecret: undefined,
      signingAlgorithm: 'RS256',
      migrateOnStart: true,
      logLevel: 'info',
      hstsIncludeSubDomains: false,
      compression: true,
      trustProxy: false,
      isTrustProxySet: false,
      bodyLimitBytes: 1_048_576,
      importLimitBytes: 1_073_741_824,
      uploadLimitBytes: 536_870_912,
      requestTimeoutMs: 15_000,
      maxConnections: 2000,
      maxInFlight: 500,
      shutdownDelayMs: 0,
      shutdownTimeoutMs: 25_000,
      metricsHost: '127.0.0.1',
      metricsPort: undefined,
      shedDelayMs: 250,
      rateLimitStore: 'memory',
      redisUrl: undefined,
      initialRateLimits: undefined,
      initialClient: undefined,
      initialAdministrator: { name: 'admin', password: undefined },
      audit: { clientAddress: 'none', collectorUrl: undefined, logStream: false, tokenRetentionDays: 30 },
      auditRetentionDays: 365,
      webhooks: {
        timeoutMs: 15_000,
        allowHttp: false,
        allowedNetworks: [],
        concurrency: 32,
        retrySchedule: { delays: [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000] },
        maxPayloadBytes: 262_144,
        historyDays: 30,
      },
      edgeCache: { tags: 'off', purge: undefined },
      retiredVariables: [],
    });
  });

  it('hands DATABASE_URL in any form to a storage adapter, and nothing when it is unset', () => {
    const variables = { STORAGE_ADAPTER: './adapter.js', KEY_SECRET: 'k'.repeat(32) };
    const withUrl = { ...variables, DATABASE_URL: 'lmdb:./data' };

    expect(parseConfig(withUrl).storageAdapter).toEqual({
      module: './adapter.js',
      url: 'lmdb:./data',
      environment: withUrl,
    });
    expect(parseConfig(variables)).toMatchObject({
      storageAdapter: { url: undefined },
      databaseUrl: 'adapter:./adapter.js',
      embeddedDatabase: false,
      migrateOnStart: false,
    });
  });

  it('requires KEY_SECRET with a storage adapter', () => {
    expect(sentences({ STORAGE_ADAPTER: './adapter.js' })).toEqual([
      expect.stringMatching(/^KEY_SECRET must have at least 32 characters/),
    ]);
  });

  it('treats an empty variable as unset', () => {
    expect(parseConfig({ PORT: '', BASE_URL: '' })).toMatchObject({
      port: 3000,
      baseUrl: 'http://127.0.0.1:3000',
    });
  });

  it.each(['http://127.0.0.1:3000', 'http://localhost', 'http://[::1]:8080', 'https://cms.example'])(
    'accepts the token issuer %s',
    (TOKEN_ISSUER) => {
      expect(sentences({ JSONAPI_PREFIX: '/jsonapi', TOKEN_ISSUER })).toEqual([]);
    },
  );

  it('puts an IPv6 host in brackets into the base URL', () => {
    expect(parseConfig({ HOST: '::1' }).baseUrl).toBe('http://[::1]:3000');
  });

  it.each(['mysql', 'mariadb', 'postgres', 'postgresql'])(
    'does not migrate a %s server by default',
    (scheme) => {
      const server = { DATABASE_URL: `${scheme}://root@127.0.0.1/content`, KEY_SECRET: 'k'.repeat(32) };

      expect(parseConfig(server).migrateOnStart).toBe(false);
      expect(parseConfig({ ...server, MIGRATE_ON_START: 'true' }).migrateOnStart).toBe(true);
    },
  );

  it.each([
    ['false', false],
    ['2', 2],
    ['loopback,10.0.0.0/8', 'loopback,10.0.0.0/8'],
  ])('parses TRUST_PROXY=%s', (text, value) => {
    expect(parseConfig({ TRUST_PROXY: text }).trustProxy).toBe(value);
  });

  it('parses INITIAL_RATE_LIMITS as a name or as a JSON table', () => {
    const table = { write: { quota: 3, windowSeconds: 60 } };

    expect(parseConfig({ INITIAL_RATE_LIMITS: 'recommended' }).initialRateLimits).toBe('recommended');
    expect(parseConfig({ INITIAL_RATE_LIMITS: JSON.stringify(table) }).initialRateLimits).toEqual(table);
  });

  it('has a message broker with BROKER_URL, whose message shows no password', () => {
    const BROKER_URL = 'amqps://user:p%40ss@broker.example/site';
    const urlRule =
      'BROKER_URL must be a URL such as nats://broker.example:4222, tls://… (NATS with TLS), amqp://… or amqps://….';

    expect(parseConfig({ BROKER_URL }).broker).toEqual({
      ...{ url: BROKER_URL, prefix: 'content', manage: false, publishesManagement: true },
    });
    const own = { BROKER_PREFIX: 'site_1', BROKER_MANAGE: 'true', BROKER_EVENTS: 'entries' };
    expect(parseConfig({ BROKER_URL, ...own }).broker).toEqual({
      ...{ url: BROKER_URL, prefix: 'site_1', manage: true, publishesManagement: false },
    });
    expect(sentences({ BROKER_URL: 'kafka://user:password@broker.example' })).toEqual([urlRule]);
    expect(sentences({ BROKER_URL: 'nats://' })).toEqual([urlRule]);
    expect(sentences({ BROKER_URL, EVENTS: 'off' })).toEqual([
      'BROKER_URL needs EVENTS=on: a broker gets the events that are recorded.',
    ]);
    expect(sentences({ BROKER_PREFIX: 'a.b', BROKER_MANAGE: 'yes' })).toEqual([
      "BROKER_PREFIX must be up to 32 lower-case letters, digits, _ and -, beginning with a letter, got 'a.b'.",
      "BROKER_MANAGE must be true or false, got 'yes'.",
    ]);
  });

  it('hands BROKER_URL in any form to an event sink adapter, which needs it', () => {
    const variables = { EVENT_SINK_ADAPTER: './sink.js', BROKER_URL: 'redis://127.0.0.1:6379' };

    expect(parseConfig(variables).broker).toMatchObject({
      url: 'redis://127.0.0.1:6379',
      adapter: { module: './sink.js', environment: variables },
    });
    expect(sentences({ EVENT_SINK_ADAPTER: './sink.js' })).toEqual([
      'EVENT_SINK_ADAPTER needs BROKER_URL, which names the broker.',
    ]);
    expect(sentences({ ...variables, BROKER_URL: 'somewhere' })).toEqual([
      'BROKER_URL must be a URL, whose form EVENT_SINK_ADAPTER decides.',
    ]);
  });

  it('parses the schedule of retries of webhooks', () => {
    const { webhooks } = parseConfig({ WEBHOOK_RETRY_SCHEDULE: '1, 60' });

    expect(webhooks.retrySchedule).toEqual({ delays: [1, 60] });
    expect(sentences({ WEBHOOK_RETRY_SCHEDULE: '0' })).toEqual([
      "WEBHOOK_RETRY_SCHEDULE must be 1 to 20 numbers of seconds from 1 to 604800, separated by commas, got '0'.",
    ]);
  });

  it('parses the networks that webhooks may call', () => {
    const { webhooks } = parseConfig({ WEBHOOK_ALLOWED_NETWORKS: '10.1.0.0/16, fd00::/8' });

    expect(webhooks.allowedNetworks).toEqual(['10.1.0.0/16', 'fd00::/8']);
    expect(sentences({ WEBHOOK_ALLOWED_NETWORKS: '10.1.0.0' })).toEqual([
      "WEBHOOK_ALLOWED_NETWORKS must be CIDR blocks separated by commas, such as 10.1.0.0/16,fd00::/8, got '10.1.0.0'.",
    ]);
  });

  it.each([
    [{ PORT: '03930' }, "PORT must be a number from 0 to 65535 without leading zeros, got '03930'."],
    [
      { STATEMENT_TIMEOUT_MS: '10s' },
      "STATEMENT_TIMEOUT_MS must be a number of milliseconds from 0 to 3600000, got '10s'.",
    ],
    [{ DATABASE_POOL_SIZE: '0' }, "DATABASE_POOL_SIZE must be a number from 1 to 999, got '0'."],
    [{ SQLITE_READERS: 'many' }, "SQLITE_READERS must be a number from 0 to 99, got 'many'."],
    [{ ROLES: 'web' }, "ROLES must be api, worker, or api,worker, got 'web'."],
    [
      { ROLES: 'worker' },
      'ROLES must be api,worker unless DATABASE_URL names a database server: processes cannot share an embedded database.',
    ],
    [{ JOB_CONCURRENCY: 'x' }, "JOB_CONCURRENCY must be a number from 0 to 99, got 'x'."],
    [{ MODEL_JOB_ENTRIES: '-1' }, "MODEL_JOB_ENTRIES must be a number from 0 to 999999999, got '-1'."],
    [{ PORT: '0' }, 'BASE_URL is required when PORT is 0, since links begin with it.'],
    [{ HOST: '1.2.3.4.5' }, "HOST must be an address or a host name such as 127.0.0.1, got '1.2.3.4.5'."],
    [
      { DATABASE_URL: 'oracle://db' },
      'DATABASE_URL must be sqlite:PATH, mysql://…, mariadb://…, postgres://… or memory: (which forgets everything).',
    ],
    [
      { DATABASE_URL: 'postgres://u:p@db1,db2/content', KEY_SECRET: 'k'.repeat(32) },
      'DATABASE_URL may name several hosts of MariaDB or MySQL only.',
    ],
    [
      { DATABASE_URL: 'mariadb://u:p@db1,,db3/content', KEY_SECRET: 'k'.repeat(32) },
      'DATABASE_URL must name several hosts as in mariadb://user:password@db1,db2:3307,db3/content.',
    ],
    [
      { DATABASE_REPLICA_URLS: 'postgres://u:p@replica/content' },
      'DATABASE_REPLICA_URLS needs a DATABASE_URL of PostgreSQL, MariaDB or MySQL.',
    ],
    [
      {
        DATABASE_URL: 'postgres://u:p@db/content',
        DATABASE_REPLICA_URLS: 'postgres://u:p@replica1/content,mariadb://u:p@replica2/content',
        KEY_SECRET: 'k'.repeat(32),
      },
      'URL 2 of DATABASE_REPLICA_URLS must begin as DATABASE_URL does, which is of PostgreSQL.',
    ],
    [
      {
        DATABASE_URL: 'mariadb://u:p@db1,db2/content',
        DATABASE_REPLICA_URLS: 'mysql://u:p@replica1,replica2/content',
        KEY_SECRET: 'k'.repeat(32),
      },
      'URL 1 of DATABASE_REPLICA_URLS must name one host, as in postgres://user:password@replica1:5432/content.',
    ],
    [
      { DATABASE_REPLICA_MAX_LAG_MS: '100' },
      "DATABASE_REPLICA_MAX_LAG_MS must be a number of milliseconds from 500 to 60000, got '100'.",
    ],
    [{ DATABASE_HOSTS: 'first' }, "DATABASE_HOSTS must be ordered or any, got 'first'."],
    [
      { DATABASE_URL: 'sqlite::memory:' },
      'DATABASE_URL must be sqlite:PATH, mysql://…, mariadb://…, postgres://… or memory: (which forgets everything).',
    ],
    [
      { TOKEN_ISSUER: 'https://cms.example' },
      'TOKEN_ISSUER is for headless deployments (JSONAPI_PREFIX=/jsonapi): others give their tokens themselves.',
    ],
    [
      { JSONAPI_PREFIX: '/jsonapi', TOKEN_ISSUER: 'http://cms.example' },
      "TOKEN_ISSUER must begin with https:// unless its host is this machine, since keys are fetched from there, got 'http://cms.example'.",
    ],
    [
      { JSONAPI_PREFIX: '/jsonapi', TOKEN_ISSUER: 'http://127.0.0.1.cms.example' },
      "TOKEN_ISSUER must begin with https:// unless its host is this machine, since keys are fetched from there, got 'http://127.0.0.1.cms.example'.",
    ],
    [{ TOKEN_AUDIENCE: 'x' }, 'TOKEN_AUDIENCE needs TOKEN_ISSUER beside it.'],
    [{ JSONAPI_PREFIX: '/v1' }, "JSONAPI_PREFIX must be /api or /jsonapi, got '/v1'."],
    [
      { BODY_LIMIT_BYTES: '99999999999' },
      "BODY_LIMIT_BYTES must be a number of bytes from 100 to 9999999999, got '99999999999'.",
    ],
    [
      { INITIAL_ADMIN_NAME: 'a  b' },
      "INITIAL_ADMIN_NAME must have 1 to 60 letters, digits or . _ - @ ' +, with single spaces between them.",
    ],
    [{ INITIAL_ADMIN_PASSWORD: 'hunter2' }, 'INITIAL_ADMIN_PASSWORD must have 12 to 256 characters, got 7.'],
    [
      { INITIAL_ADMIN_PASSWORD: '123456789012' },
      'INITIAL_ADMIN_PASSWORD must not be a common or breached password, repeated or with digits and signs around it.',
    ],
    [
      { AUDIT_RETENTION_DAYS: '0' },
      "AUDIT_RETENTION_DAYS must be a number of days from 1 to 99999, got '0'.",
    ],
    [{ KEY_SECRET_PREVIOUS: 'k'.repeat(32) }, 'KEY_SECRET_PREVIOUS needs KEY_SECRET beside it.'],
    [
      { KEY_SECRET: 'k'.repeat(32), KEY_SECRET_PREVIOUS: 'short' },
      'KEY_SECRET_PREVIOUS must have at least 32 characters.',
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
  ])('refuses %j with one message', (variables, sentence) => {
    expect(sentences(variables)).toEqual([sentence]);
  });

  it.each(['0.0.0.0', '::', '0', '::0', '0x0', '0:0:0:0:0:0:0:0', '::ffff:0.0.0.0'])(
    'requires a BASE_URL when HOST is %s, which stands for every network interface',
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
  ])('refuses %s as BASE_URL and as TOKEN_ISSUER', (url) => {
    const rule =
      'must be a URL such as https://www.example.com, without a password and without a slash at its end';

    expect(sentences({ BASE_URL: url })).toEqual([`BASE_URL ${rule}, got '${url}'.`]);
    expect(sentences({ JSONAPI_PREFIX: '/jsonapi', TOKEN_ISSUER: url })).toEqual([
      `TOKEN_ISSUER ${rule}, got '${url}'.`,
    ]);
  });

  it('refuses a password in the BASE_URL without repeating it', () => {
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

  it('reports all errors at once', () => {
    expect(sentences({ PORT: 'x', LOG_LEVEL: 'loud', MIGRATE_ON_START: 'yes' })).toHaveLength(3);
  });
});
