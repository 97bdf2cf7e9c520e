import { sentences } from './config.fixture.js';

describe('parseConfig', () => {
  it.each([
    [
      { REQUEST_TIMEOUT_MS: '99' },
      "REQUEST_TIMEOUT_MS must be a number of milliseconds from 100 to 9999999, or 0 for no limit, got '99'.",
    ],
    [
      { MAX_CONNECTIONS: '-1' },
      "MAX_CONNECTIONS must be a number from 1 to 999999, or 0 for no limit, got '-1'.",
    ],
    [
      { MAX_IN_FLIGHT: '1e3' },
      "MAX_IN_FLIGHT must be a number from 1 to 999999, or 0 for no limit, got '1e3'.",
    ],
    [
      { SHED_DELAY_MS: '1.5' },
      "SHED_DELAY_MS must be a number of milliseconds from 1 to 999999, or 0 for no shedding, got '1.5'.",
    ],
    [
      { WORKERS: '-1', DATABASE_URL: 'postgres://u@h/d', KEY_SECRET: 'k'.repeat(32) },
      "WORKERS must be auto or a number of processes from 1 to 999, got '-1'.",
    ],
    [
      { WORKERS: 'auto' },
      'WORKERS must be 1 unless DATABASE_URL names a database server: processes cannot share an embedded database.',
    ],
    [
      { RATE_LIMIT_STORE: 'memcached' },
      "RATE_LIMIT_STORE must be one of memory, database, redis, got 'memcached'.",
    ],
    [
      { RATE_LIMIT_STORE: 'redis' },
      'REDIS_URL must be a URL such as redis://127.0.0.1:6379 or rediss://user:password@host:6380/0; it is required when RATE_LIMIT_STORE is redis.',
    ],
  ])('refuses the limits %j with one message', (variables, sentence) => {
    expect(sentences(variables)).toEqual([sentence]);
  });

  it('refuses INITIAL_RATE_LIMITS that is no value of the setting', () => {
    expect(sentences({ INITIAL_RATE_LIMITS: 'some' })).toEqual([
      expect.stringMatching(/^INITIAL_RATE_LIMITS must be none, recommended, or a table .+ got 'some'\.$/),
    ]);
    expect(sentences({ INITIAL_RATE_LIMITS: '{"client":{"quota":0}}' })).toHaveLength(1);
  });
});
