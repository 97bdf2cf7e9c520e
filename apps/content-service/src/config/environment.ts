import { IsIn, IsOptional, IsPort, Matches, ValidateBy, ValidateIf } from 'class-validator';
import { validatePassword, validateUserName } from '@content-service/accounts';
import { FIRST_PARTY_CLIENT_ID } from '@content-service/oauth-clients';
import { RATE_LIMITS_RULE } from '@content-service/site-settings';
import { formatHostForUrl, isBaseUrl, isHttpsOrLoopback, isUnspecifiedAddress } from './base-url.js';
import { EdgeCacheEnvironment } from '../edge-cache/edge-cache-environment.js';
import { ListedPasswordRules } from '../passwords/listed-password-rules.js';
import { parseRateLimits } from '../rate-limits/parse-rate-limits.js';
import { parseTrustProxy } from './trust-proxy.js';
import { createRuleDecorator } from './rule-decorator.js';

const Validated = createRuleDecorator<Environment>();

const TRUE_FALSE = ['true', 'false'];
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Where rate limits are counted. */
export const RATE_LIMIT_STORES = ['memory', 'database', 'redis'] as const;

/** A whole number from 0 to 999999; 0 disables a limit. */
const COUNT = /^(0|[1-9]\d{0,5})$/;

/** Databases of this process alone: no other process uses them while their schema changes. */
export const EMBEDDED = /^(sqlite:|memory:)/;
const SERVER = /^(mysql|mariadb|postgres|postgresql):/;

/**
 * The environment variables of the service as text, each with its rule and the message of a violation. `.env.example`
 * explains them.
 */
export class Environment extends EdgeCacheEnvironment {
  @IsPort({ message: "PORT must be a number from 0 to 65535 without leading zeros, got '$value'." })
  readonly PORT: string = '3000';

  @Validated('host', ({ HOST }) =>
    formatHostForUrl(HOST) === undefined
      ? `HOST must be an address or a host name such as 127.0.0.1, got '${HOST}'.`
      : undefined,
  )
  readonly HOST: string = '127.0.0.1';

  @Validated('baseUrl', ({ BASE_URL, HOST, PORT }) => {
    if (BASE_URL !== undefined) return validateUrl('BASE_URL', BASE_URL);
    if (!isUnspecifiedAddress(HOST) && PORT !== '0') return undefined;
    const which = isUnspecifiedAddress(HOST) ? `HOST is ${HOST}` : 'PORT is 0';
    return `BASE_URL is required when ${which}, since links begin with it.`;
  })
  readonly BASE_URL?: string;

  @IsOptional()
  readonly STORAGE_ADAPTER?: string;

  @ValidateIf(({ STORAGE_ADAPTER }: Environment) => STORAGE_ADAPTER === undefined)
  @Matches(/^(sqlite:(?!\/\/|:memory:).+|(mysql|mariadb|postgres|postgresql):\/\/.+|memory:)$/, {
    message:
      'DATABASE_URL must be sqlite:PATH, mysql://…, mariadb://…, postgres://… or memory: (which forgets everything).',
  })
  readonly DATABASE_URL: string = 'sqlite:./data/content.sqlite';

  @IsMilliseconds('STATEMENT_TIMEOUT_MS', 0)
  readonly STATEMENT_TIMEOUT_MS: string = '10000';

  @Matches(/^[1-9]\d{0,2}$/, { message: "DATABASE_POOL_SIZE must be a number from 1 to 999, got '$value'." })
  readonly DATABASE_POOL_SIZE: string = '10';

  @Matches(/^[1-9]\d{0,4}$/, {
    message: "DATABASE_QUEUE_MAX must be a number from 1 to 99999, got '$value'.",
  })
  readonly DATABASE_QUEUE_MAX: string = '100';

  @IsMilliseconds('DATABASE_ACQUIRE_TIMEOUT_MS', 1)
  readonly DATABASE_ACQUIRE_TIMEOUT_MS: string = '2000';

  @Matches(/^\d{1,2}$/, { message: "SQLITE_READERS must be a number from 0 to 99, got '$value'." })
  readonly SQLITE_READERS: string = '2';

  @IsIn(['/api', '/jsonapi'], { message: "JSONAPI_PREFIX must be /api or /jsonapi, got '$value'." })
  readonly JSONAPI_PREFIX: string = '/api';

  @IsOptional()
  @Validated('url', ({ TOKEN_ISSUER = '' }) => validateUrl('TOKEN_ISSUER', TOKEN_ISSUER))
  @Validated('httpsIssuer', ({ TOKEN_ISSUER = '' }) =>
    isBaseUrl(TOKEN_ISSUER) && !isHttpsOrLoopback(TOKEN_ISSUER)
      ? `TOKEN_ISSUER must begin with https:// unless its host is this machine, since keys are fetched from there, got '${TOKEN_ISSUER}'.`
      : undefined,
  )
  @Validated('headless', ({ JSONAPI_PREFIX }) =>
    JSONAPI_PREFIX === '/jsonapi'
      ? undefined
      : 'TOKEN_ISSUER is for headless deployments (JSONAPI_PREFIX=/jsonapi): others give their tokens themselves.',
  )
  readonly TOKEN_ISSUER?: string;

  @IsOptional()
  @Validated('withIssuer', ({ TOKEN_ISSUER }) =>
    TOKEN_ISSUER === undefined ? 'TOKEN_AUDIENCE needs TOKEN_ISSUER beside it.' : undefined,
  )
  readonly TOKEN_AUDIENCE?: string;

  // The value is a secret and not part of the message.
  @ValidateIf(
    ({ KEY_SECRET, DATABASE_URL, STORAGE_ADAPTER }: Environment) =>
      KEY_SECRET !== undefined || STORAGE_ADAPTER !== undefined || SERVER.test(DATABASE_URL),
  )
  @Matches(/^.{32,}$/, {
    message:
      'KEY_SECRET must have at least 32 characters; on a database server and with STORAGE_ADAPTER it is required, since signing keys are sealed with it. ' +
      'Make one with `openssl rand -base64 48` and keep it.',
  })
  readonly KEY_SECRET?: string;

  @IsOptional()
  @Matches(/^.{32,}$/, { message: 'KEY_SECRET_PREVIOUS must have at least 32 characters.' })
  @Validated('withKeySecret', ({ KEY_SECRET }) =>
    KEY_SECRET === undefined ? 'KEY_SECRET_PREVIOUS needs KEY_SECRET beside it.' : undefined,
  )
  readonly KEY_SECRET_PREVIOUS?: string;

  @IsIn(['RS256', 'ES256'], { message: "SIGNING_ALGORITHM must be RS256 or ES256, got '$value'." })
  readonly SIGNING_ALGORITHM: string = 'RS256';

  @IsIn(TRUE_FALSE, { message: "MIGRATE_ON_START must be true or false, got '$value'." })
  readonly MIGRATE_ON_START: string = 'false';

  @Matches(/^-?\d{1,10}$/, {
    message: "CLOCK_OFFSET_SECONDS must be a whole number of seconds, got '$value'.",
  })
  @Validated('notInProduction', ({ CLOCK_OFFSET_SECONDS, NODE_ENV }) => {
    return CLOCK_OFFSET_SECONDS !== '0' && NODE_ENV === 'production'
      ? 'CLOCK_OFFSET_SECONDS is for trying out lifetimes and must be unset when NODE_ENV is production.'
      : undefined;
  })
  readonly CLOCK_OFFSET_SECONDS: string = '0';

  @IsIn(LOG_LEVELS, { message: `LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, got '$value'.` })
  readonly LOG_LEVEL: string = 'info';

  @Validated('trustProxy', ({ TRUST_PROXY }) =>
    parseTrustProxy(TRUST_PROXY) === undefined
      ? `TRUST_PROXY must be false, a number of proxies, or their addresses such as loopback,10.0.0.0/8, got '${TRUST_PROXY}'.`
      : undefined,
  )
  readonly TRUST_PROXY: string = 'false';

  @Matches(/^[1-9]\d{2,9}$/, {
    message: "BODY_LIMIT_BYTES must be a number from 100 to 9999999999, got '$value'.",
  })
  readonly BODY_LIMIT_BYTES: string = '1048576';

  @Matches(/^(0|[1-9]\d{2,6})$/, {
    message:
      "REQUEST_TIMEOUT_MS must be a number of milliseconds from 100 to 9999999, or 0 for no limit, got '$value'.",
  })
  readonly REQUEST_TIMEOUT_MS: string = '15000';

  @Matches(COUNT, {
    message: "MAX_CONNECTIONS must be a number from 1 to 999999, or 0 for no limit, got '$value'.",
  })
  readonly MAX_CONNECTIONS: string = '2000';

  @Matches(COUNT, {
    message: "MAX_IN_FLIGHT must be a number from 1 to 999999, or 0 for no limit, got '$value'.",
  })
  readonly MAX_IN_FLIGHT: string = '500';

  @Matches(COUNT, {
    message:
      "SHED_DELAY_MS must be a number of milliseconds from 1 to 999999, or 0 for no shedding, got '$value'.",
  })
  readonly SHED_DELAY_MS: string = '250';

  @Matches(/^\d{1,3}$/, {
    message: "SHUTDOWN_DELAY_SECONDS must be a number of seconds from 0 to 999, got '$value'.",
  })
  readonly SHUTDOWN_DELAY_SECONDS: string = '0';

  @Matches(/^[1-9]\d{0,2}$/, {
    message: "SHUTDOWN_TIMEOUT_SECONDS must be a number of seconds from 1 to 999, got '$value'.",
  })
  readonly SHUTDOWN_TIMEOUT_SECONDS: string = '25';

  @Matches(/^(auto|[1-9]\d{0,2})$/, {
    message: "WORKERS must be auto or a number of processes from 1 to 999, got '$value'.",
  })
  @Validated('sharedDatabase', ({ WORKERS, DATABASE_URL }) =>
    WORKERS !== '1' && EMBEDDED.test(DATABASE_URL)
      ? 'WORKERS must be 1 unless DATABASE_URL names a database server: processes cannot share an embedded database.'
      : undefined,
  )
  readonly WORKERS: string = '1';

  @Validated('host', ({ METRICS_HOST }) =>
    formatHostForUrl(METRICS_HOST) === undefined
      ? `METRICS_HOST must be an address or a host name such as 127.0.0.1, got '${METRICS_HOST}'.`
      : undefined,
  )
  readonly METRICS_HOST: string = '127.0.0.1';

  @IsOptional()
  @IsPort({ message: "METRICS_PORT must be a number from 0 to 65535 without leading zeros, got '$value'." })
  readonly METRICS_PORT?: string;

  @IsIn(RATE_LIMIT_STORES, {
    message: `RATE_LIMIT_STORE must be one of ${RATE_LIMIT_STORES.join(', ')}, got '$value'.`,
  })
  readonly RATE_LIMIT_STORE: string = 'memory';

  // The URL can contain a password and is not part of the message.
  @ValidateIf(
    ({ REDIS_URL, RATE_LIMIT_STORE }: Environment) => REDIS_URL !== undefined || RATE_LIMIT_STORE === 'redis',
  )
  @Matches(/^rediss?:\/\/.+$/, {
    message:
      'REDIS_URL must be a URL such as redis://127.0.0.1:6379 or rediss://user:password@host:6380/0; it is required when RATE_LIMIT_STORE is redis.',
  })
  readonly REDIS_URL?: string;

  @IsOptional()
  @Validated('rateLimits', ({ INITIAL_RATE_LIMITS = '' }) =>
    parseRateLimits(INITIAL_RATE_LIMITS) === undefined
      ? `INITIAL_RATE_LIMITS must be ${RATE_LIMITS_RULE}, got '${INITIAL_RATE_LIMITS.slice(0, 200)}'.`
      : undefined,
  )
  readonly INITIAL_RATE_LIMITS?: string;

  @IsOptional()
  @Matches(/^[A-Za-z0-9_-]{1,64}$/, {
    message: 'INITIAL_CLIENT_ID may have 1 to 64 letters, digits, _ and -.',
  })
  @Validated('withSecret', ({ INITIAL_CLIENT_SECRET }) =>
    INITIAL_CLIENT_SECRET === undefined
      ? 'INITIAL_CLIENT_ID needs INITIAL_CLIENT_SECRET beside it.'
      : undefined,
  )
  @Validated('notReserved', ({ INITIAL_CLIENT_ID }) =>
    INITIAL_CLIENT_ID === FIRST_PARTY_CLIENT_ID
      ? `INITIAL_CLIENT_ID cannot be ${FIRST_PARTY_CLIENT_ID}, the client that the administration in the browser is.`
      : undefined,
  )
  readonly INITIAL_CLIENT_ID?: string;

  @IsOptional()
  @Matches(/^[A-Za-z0-9_-]{43,128}$/, {
    message: 'INITIAL_CLIENT_SECRET must have 43 to 128 letters, digits, _ and - (256 random bits).',
  })
  @Validated('withId', ({ INITIAL_CLIENT_ID }) =>
    INITIAL_CLIENT_ID === undefined ? 'INITIAL_CLIENT_SECRET needs INITIAL_CLIENT_ID beside it.' : undefined,
  )
  readonly INITIAL_CLIENT_SECRET?: string;

  @Validated('fits', ({ INITIAL_ADMIN_NAME }) =>
    replaceMemberName('INITIAL_ADMIN_NAME', validateUserName(INITIAL_ADMIN_NAME)),
  )
  readonly INITIAL_ADMIN_NAME: string = 'admin';

  @IsOptional()
  @Validated('fits', ({ INITIAL_ADMIN_NAME, INITIAL_ADMIN_PASSWORD = '', BASE_URL = '' }) => {
    const rules = new ListedPasswordRules(isBaseUrl(BASE_URL) ? BASE_URL : 'http://127.0.0.1');
    const error = validatePassword(INITIAL_ADMIN_PASSWORD, INITIAL_ADMIN_NAME, rules);
    return replaceMemberName('INITIAL_ADMIN_PASSWORD', error);
  })
  readonly INITIAL_ADMIN_PASSWORD?: string;

  readonly NODE_ENV: string = 'development';
}

/** A whole number of milliseconds, at most an hour. */
function IsMilliseconds(variable: string, minimum: 0 | 1): PropertyDecorator {
  const max = 3_600_000;
  return ValidateBy({
    name: 'isMilliseconds',
    validator: {
      validate: (value) =>
        /^\d{1,7}$/.test(String(value)) && Number(value) >= minimum && Number(value) <= max,
      defaultMessage: () =>
        `${variable} must be a number of milliseconds from ${minimum} to ${max}, got '$value'.`,
    },
  });
}

function validateUrl(variable: string, value: string): string | undefined {
  if (isBaseUrl(value)) return undefined;
  const rule =
    'must be a URL such as https://www.example.com, without a password and without a slash at its end';
  return `${variable} ${rule}, got '${withoutUserInfo(value)}'.`;
}

/** Removes user info, which can contain a password, from a URL for an error message. */
function withoutUserInfo(url: string): string {
  const [start, end] = [url.indexOf('//'), url.lastIndexOf('@')];
  return start === -1 || end < start ? url : `${url.slice(0, start)}//…${url.slice(end)}`;
}

/** Replaces the member name that begins a validation message of the accounts library by the variable's name. */
function replaceMemberName(variable: string, error: string | undefined): string | undefined {
  return error?.replace(/^\w+/, variable);
}
