import { existsSync } from 'node:fs';
import { validateSync } from 'class-validator';
import { DomainError } from '@content-service/kernel';
import { hostInUrl } from './base-url.js';
import { EMBEDDED, Environment } from './environment.js';
import { parseTrustProxy, type TrustProxy } from './trust-proxy.js';

/** An authorization server whose access tokens are accepted. */
export interface TokenIssuer {
  /** Its `iss`. */
  readonly issuer: string;
  /** The `aud` that its tokens for this service carry. */
  readonly audience: string;
}

/** What a deployment decides before the start; what administrators change at run time are the site settings. */
export abstract class Config {
  abstract readonly port: number;
  abstract readonly host: string;
  /** What every link begins with; no slash at its end. */
  abstract readonly baseUrl: string;
  /** `sqlite:PATH`, `mysql://…`, `mariadb://…` or `memory:`. */
  abstract readonly databaseUrl: string;
  /** Whether the database belongs to this process, which then brings its schema up to date without being told. */
  abstract readonly embeddedDatabase: boolean;
  /** Under `/jsonapi` the service is headless: it reads and writes content and gives no tokens (specification, «What the service does»). */
  abstract readonly jsonApiPrefix: '/api' | '/jsonapi';
  /** Who gives the tokens of a headless deployment; without one only its own database knows keys. */
  abstract readonly tokenIssuer: TokenIssuer | undefined;
  /** Seals the private signing keys; when absent, an embedded database keeps one in a file beside it. */
  abstract readonly keySecret: string | undefined;
  /** Of signing keys that are made from now on. */
  abstract readonly signingAlgorithm: 'RS256' | 'ES256';
  abstract readonly migrateOnStart: boolean;
  abstract readonly clockOffsetSeconds: number;
  abstract readonly logLevel: string;
  abstract readonly trustProxy: TrustProxy;
  abstract readonly bodyLimitBytes: number;
  /** The API client of the first start, for installations without a person to read a printed secret. */
  abstract readonly initialClient: { readonly id: string; readonly secret: string } | undefined;
  /** The administrator of the first start; without a password one is generated and printed. */
  abstract readonly initialAdministrator: { readonly name: string; readonly password: string | undefined };
  /** How long it is known who did what. */
  abstract readonly auditRetentionDays: number;
}

/** The environment variables are wrong: one sentence each, all of them. */
export class InvalidEnvironment extends DomainError {
  constructor(readonly sentences: readonly string[]) {
    super('invalid_environment', sentences.join('\n'));
  }
}

type Variables = Readonly<Record<string, string | undefined>>;

/** The variables of the process and, for those it lacks, the file `.env` of the working folder. */
export function processVariables(): Variables {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return process.env;
}

/** @throws InvalidEnvironment */
export function configFrom(variables: Variables): Config {
  const environment = checked(variables);
  const { PORT, HOST, BASE_URL, DATABASE_URL, INITIAL_CLIENT_ID, INITIAL_CLIENT_SECRET } = environment;
  const embeddedDatabase = EMBEDDED.test(DATABASE_URL);
  return {
    port: Number(PORT),
    host: HOST,
    baseUrl: BASE_URL ?? `http://${hostInUrl(HOST) ?? HOST}:${PORT}`,
    databaseUrl: DATABASE_URL,
    embeddedDatabase,
    jsonApiPrefix: environment.JSONAPI_PREFIX === '/jsonapi' ? '/jsonapi' : '/api',
    tokenIssuer: tokenIssuerIn(environment),
    keySecret: environment.KEY_SECRET,
    signingAlgorithm: environment.SIGNING_ALGORITHM === 'ES256' ? 'ES256' : 'RS256',
    migrateOnStart: embeddedDatabase || environment.MIGRATE_ON_START === 'true',
    clockOffsetSeconds: Number(environment.CLOCK_OFFSET_SECONDS),
    logLevel: environment.LOG_LEVEL,
    trustProxy: parseTrustProxy(environment.TRUST_PROXY) ?? false,
    bodyLimitBytes: Number(environment.BODY_LIMIT_BYTES),
    initialClient:
      INITIAL_CLIENT_ID !== undefined && INITIAL_CLIENT_SECRET !== undefined
        ? { id: INITIAL_CLIENT_ID, secret: INITIAL_CLIENT_SECRET }
        : undefined,
    initialAdministrator: {
      name: environment.INITIAL_ADMIN_NAME,
      password: environment.INITIAL_ADMIN_PASSWORD,
    },
    auditRetentionDays: Number(environment.AUDIT_RETENTION_DAYS),
  };
}

/** An empty variable counts as unset: that is how compose files and shells leave one out. */
function checked(variables: Variables): Environment {
  const given = Object.entries(variables).filter(([, value]) => value !== undefined && value !== '');
  const environment = Object.assign(new Environment(), Object.fromEntries(given));
  const faults = validateSync(environment, { stopAtFirstError: true, skipMissingProperties: false });
  if (faults.length === 0) return environment;
  throw new InvalidEnvironment(faults.flatMap(({ constraints }) => Object.values(constraints ?? {})));
}

function tokenIssuerIn({ TOKEN_ISSUER: issuer, TOKEN_AUDIENCE }: Environment): TokenIssuer | undefined {
  return issuer === undefined ? undefined : { issuer, audience: TOKEN_AUDIENCE ?? `${issuer}/api` };
}
