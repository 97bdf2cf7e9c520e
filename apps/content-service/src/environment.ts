import { nameFault, passwordFault } from '@content-service/accounts';
import { IsIn, IsOptional, IsPort, Matches, ValidateBy, ValidateIf } from 'class-validator';
import { FIRST_PARTY_CLIENT_ID } from '@content-service/oauth-clients';
import { hostInUrl, isBaseUrl, isEverywhere } from './base-url.js';
import { parseTrustProxy } from './trust-proxy.js';

const TRUE_FALSE = ['true', 'false'];
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Databases that live in this process, so that no other process can be using them while their schema changes. */
export const EMBEDDED = /^(sqlite:|memory:)/;
const SERVER = /^(mysql|mariadb):/;

/**
 * The environment variables of the service, each as the text it was given, with the rule it must keep and the sentence
 * that is printed when it does not. What they mean is said in `.env.example`.
 */
export class Environment {
  @IsPort({ message: "PORT must be a number from 0 to 65535 without leading zeros, got '$value'." })
  readonly PORT: string = '3000';

  @Rule('host', ({ HOST }) =>
    hostInUrl(HOST) === undefined
      ? `HOST must be an address or a host name such as 127.0.0.1, got '${HOST}'.`
      : undefined,
  )
  readonly HOST: string = '127.0.0.1';

  @Rule('baseUrl', ({ BASE_URL, HOST, PORT }) => {
    if (BASE_URL !== undefined) return urlFault('BASE_URL', BASE_URL);
    if (!isEverywhere(HOST) && PORT !== '0') return undefined;
    const which = isEverywhere(HOST) ? `HOST is ${HOST}` : 'PORT is 0';
    return `BASE_URL is required when ${which}, since links begin with it.`;
  })
  readonly BASE_URL?: string;

  @Matches(/^(sqlite:(?!\/\/|:memory:).+|(mysql|mariadb):\/\/.+|memory:)$/, {
    message:
      'DATABASE_URL must be sqlite:PATH, mysql://…, mariadb://… or memory: (which forgets everything).',
  })
  readonly DATABASE_URL: string = 'sqlite:./data/content.sqlite';

  @IsIn(['/api', '/jsonapi'], { message: "JSONAPI_PREFIX must be /api or /jsonapi, got '$value'." })
  readonly JSONAPI_PREFIX: string = '/api';

  @IsOptional()
  @Rule('url', ({ TOKEN_ISSUER = '' }) => urlFault('TOKEN_ISSUER', TOKEN_ISSUER))
  @Rule('headless', ({ JSONAPI_PREFIX }) =>
    JSONAPI_PREFIX === '/jsonapi'
      ? undefined
      : 'TOKEN_ISSUER is for headless deployments (JSONAPI_PREFIX=/jsonapi): others give their tokens themselves.',
  )
  readonly TOKEN_ISSUER?: string;

  @IsOptional()
  @Rule('withIssuer', ({ TOKEN_ISSUER }) =>
    TOKEN_ISSUER === undefined ? 'TOKEN_AUDIENCE needs TOKEN_ISSUER beside it.' : undefined,
  )
  readonly TOKEN_AUDIENCE?: string;

  // The value is a secret, so its sentence does not repeat it.
  @ValidateIf(
    ({ KEY_SECRET, DATABASE_URL }: Environment) => KEY_SECRET !== undefined || SERVER.test(DATABASE_URL),
  )
  @Matches(/^.{32,}$/, {
    message:
      'KEY_SECRET must have at least 32 characters; on a database server it is required, since signing keys are sealed with it. ' +
      'Make one with `openssl rand -base64 48` and keep it.',
  })
  readonly KEY_SECRET?: string;

  @IsIn(['RS256', 'ES256'], { message: "SIGNING_ALGORITHM must be RS256 or ES256, got '$value'." })
  readonly SIGNING_ALGORITHM: string = 'RS256';

  @IsIn(TRUE_FALSE, { message: "MIGRATE_ON_START must be true or false, got '$value'." })
  readonly MIGRATE_ON_START: string = 'false';

  @Matches(/^-?\d{1,10}$/, {
    message: "CLOCK_OFFSET_SECONDS must be a whole number of seconds, got '$value'.",
  })
  @Rule('notInProduction', ({ CLOCK_OFFSET_SECONDS, NODE_ENV }) => {
    return CLOCK_OFFSET_SECONDS !== '0' && NODE_ENV === 'production'
      ? 'CLOCK_OFFSET_SECONDS is for trying out lifetimes and must be unset when NODE_ENV is production.'
      : undefined;
  })
  readonly CLOCK_OFFSET_SECONDS: string = '0';

  @IsIn(LOG_LEVELS, { message: `LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, got '$value'.` })
  readonly LOG_LEVEL: string = 'info';

  @Rule('trustProxy', ({ TRUST_PROXY }) =>
    parseTrustProxy(TRUST_PROXY) === undefined
      ? `TRUST_PROXY must be false, a number of proxies, or their addresses such as loopback,10.0.0.0/8, got '${TRUST_PROXY}'.`
      : undefined,
  )
  readonly TRUST_PROXY: string = 'false';

  @Matches(/^[1-9]\d{2,9}$/, {
    message: "BODY_LIMIT_BYTES must be a number from 100 to 9999999999, got '$value'.",
  })
  readonly BODY_LIMIT_BYTES: string = '1048576';

  @IsOptional()
  @Matches(/^[A-Za-z0-9_-]{1,64}$/, {
    message: 'INITIAL_CLIENT_ID may have 1 to 64 letters, digits, _ and -.',
  })
  @Rule('withSecret', ({ INITIAL_CLIENT_SECRET }) =>
    INITIAL_CLIENT_SECRET === undefined
      ? 'INITIAL_CLIENT_ID needs INITIAL_CLIENT_SECRET beside it.'
      : undefined,
  )
  @Rule('notReserved', ({ INITIAL_CLIENT_ID }) =>
    INITIAL_CLIENT_ID === FIRST_PARTY_CLIENT_ID
      ? `INITIAL_CLIENT_ID cannot be ${FIRST_PARTY_CLIENT_ID}, the client that the administration in the browser is.`
      : undefined,
  )
  readonly INITIAL_CLIENT_ID?: string;

  @IsOptional()
  @Matches(/^[A-Za-z0-9_-]{43,128}$/, {
    message: 'INITIAL_CLIENT_SECRET must have 43 to 128 letters, digits, _ and - (256 random bits).',
  })
  @Rule('withId', ({ INITIAL_CLIENT_ID }) =>
    INITIAL_CLIENT_ID === undefined ? 'INITIAL_CLIENT_SECRET needs INITIAL_CLIENT_ID beside it.' : undefined,
  )
  readonly INITIAL_CLIENT_SECRET?: string;

  @Rule('fits', ({ INITIAL_ADMIN_NAME }) => faultOf('INITIAL_ADMIN_NAME', nameFault(INITIAL_ADMIN_NAME)))
  readonly INITIAL_ADMIN_NAME: string = 'admin';

  @IsOptional()
  @Rule('fits', ({ INITIAL_ADMIN_NAME, INITIAL_ADMIN_PASSWORD = '' }) =>
    faultOf('INITIAL_ADMIN_PASSWORD', passwordFault(INITIAL_ADMIN_PASSWORD, INITIAL_ADMIN_NAME)),
  )
  readonly INITIAL_ADMIN_PASSWORD?: string;

  @Matches(/^[1-9]\d{0,4}$/, {
    message: "AUDIT_RETENTION_DAYS must be a number of days from 1 to 99999, got '$value'.",
  })
  readonly AUDIT_RETENTION_DAYS: string = '365';

  readonly NODE_ENV: string = 'development';
}

function urlFault(variable: string, value: string): string | undefined {
  if (isBaseUrl(value)) return undefined;
  const rule =
    'must be a URL such as https://www.example.com, without a password and without a slash at its end';
  // A password is a secret, so the sentence does not repeat it.
  return `${variable} ${rule}, got '${value.replace(/\/\/.*@/, '//…@')}'.`;
}

/** A sentence of the accounts about a member, as one about a variable. */
function faultOf(variable: string, fault: string | undefined): string | undefined {
  return fault?.replace(/^\w+/, variable);
}

/** A rule over several variables: `fault` gives the sentence to print, or nothing when all is well. */
function Rule(name: string, fault: (environment: Environment) => string | undefined): PropertyDecorator {
  const of = (object: object | undefined): string | undefined => fault(object as Environment);
  return ValidateBy({
    name,
    validator: {
      validate: (_, rule) => of(rule?.object) === undefined,
      defaultMessage: (rule) => of(rule?.object) ?? '',
    },
  });
}
