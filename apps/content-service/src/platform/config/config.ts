import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseEnv } from 'node:util';
import { decodeText, DomainError } from '@content-service/kernel';
import type { RateLimits } from '@content-service/site-settings';
import { type AuditOptions, parseAuditOptions } from './audit-environment.js';
import { type EdgeCacheOptions, parseEdgeCacheOptions } from './edge-cache-environment.js';
import { type BrokerOptions, parseBrokerOptions } from './broker-environment.js';
import { type EventOptions, parseEventOptions } from './event-environment.js';
import { type FileStoreOptions, parseFileStoreOptions } from './file-environment.js';
import { type MailOptions, parseMailOptions } from './mail-environment.js';
import { parseTracingOptions, type TracingOptions } from './tracing-environment.js';
import { formatHostForUrl } from './base-url.js';
import { EMBEDDED, parseReplicas } from './database-environment.js';
import { type Environment, ENVIRONMENT_DEFAULTS, validateEnvironment } from './environment.js';
import { RATE_LIMIT_STORES } from './load-environment.js';
import { parseRateLimits } from './parse-rate-limits.js';
import { findRetiredVariables } from './retired-variables.js';
import { readSecretFiles } from './secret-files.js';
import { parseTrustProxy, type TrustProxy } from './trust-proxy.js';
import type { VariableFault, Variables } from './variable.js';
import { findRetentionFault, parseWebhookOptions, type WebhookOptions } from './webhook-environment.js';

/** An authorization server whose access tokens are accepted. */
export interface TokenIssuer {
  /** Its `iss`. */
  readonly issuer: string;
  /** The `aud` that its tokens for this service carry. */
  readonly audience: string;
}

/** A storage adapter and what it is configured by. */
export interface StorageAdapterConfig {
  /** The name of a package or a path. */
  readonly module: string;
  /** DATABASE_URL, when it is set. */
  readonly url: string | undefined;
  readonly environment: Variables;
}

/**
 * Configuration of a deployment, fixed at the start. Site settings are the part that administrators change at run
 * time.
 */
export abstract class Config {
  abstract readonly port: number;
  abstract readonly host: string;
  /** Start of every link, without a trailing slash. */
  abstract readonly baseUrl: string;
  /** The storage adapter that is not part of the service; without it, the scheme of `databaseUrl` selects one. */
  abstract readonly storageAdapter: StorageAdapterConfig | undefined;
  /** `sqlite:PATH`, `mysql://…`, `mariadb://…`, `postgres://…` or `memory:`; with a storage adapter `adapter:MODULE`. */
  abstract readonly databaseUrl: string;
  /** Where the bytes of files are; `undefined` while the deployment has no place for them. */
  abstract readonly fileStore: FileStoreOptions | undefined;
  /** Which of several hosts of `databaseUrl` connections go to. */
  abstract readonly databaseHosts: 'ordered' | 'any';
  /** Read-only servers for reads of content without a token, and the milliseconds that they may be behind. */
  abstract readonly databaseReplicas:
    | { readonly urls: readonly string[]; readonly maxLagMs: number }
    | undefined;
  /** Whether no other process uses the database, so that its schema is migrated at every start. */
  abstract readonly embeddedDatabase: boolean;
  /** Limits on the use of the database; without effect on the storage in memory. */
  abstract readonly databaseLimits: {
    /** Time limit of one statement in milliseconds; 0 for no limit. */
    readonly statementTimeoutMs: number;
    readonly poolSize: number;
    /** Maximum time that a request waits for a connection, in milliseconds; default that of the storage. */
    readonly acquireTimeoutMs?: number;
    /** Number of processes for the heavy reads of SQLite. */
    readonly sqliteReaders: number;
    /** Number of entries from which on a type is a large one; default that of the storage. */
    readonly largeType?: number;
  };
  /** Milliseconds between two polls for changes of other processes. */
  abstract readonly changePollMs: number;
  /** How long the start waits for a database server that cannot be reached, in milliseconds. */
  abstract readonly databaseWaitMs: number;
  /**
   * `/jsonapi` makes the deployment headless: content without OAuth endpoints (specification, «What the service
   * does»).
   */
  abstract readonly jsonApiPrefix: '/api' | '/jsonapi';
  /**
   * Issuer of the tokens of a headless deployment; without one, tokens are verified with the keys of its own
   * database.
   */
  abstract readonly tokenIssuer: TokenIssuer | undefined;
  /** Seals the private signing keys; without it, SQLite has a generated one in a file beside it. */
  abstract readonly keySecret: string | undefined;
  /** The secret before a rotation; values sealed with it can still be opened. */
  abstract readonly previousKeySecret: string | undefined;
  /** Algorithm of new signing keys. */
  abstract readonly signingAlgorithm: 'RS256' | 'ES256';
  abstract readonly migrateOnStart: boolean;
  abstract readonly logLevel: string;
  abstract readonly hstsIncludeSubDomains: boolean;
  abstract readonly trustProxy: TrustProxy;
  /** Whether TRUST_PROXY is set, to `false` included. */
  abstract readonly isTrustProxySet: boolean;
  /** Whether answers are compressed for clients that ask for it. */
  abstract readonly compression: boolean;
  abstract readonly bodyLimitBytes: number;
  /** Maximum size of an uploaded site package. */
  abstract readonly importLimitBytes: number;
  /** Maximum size of an uploaded file. */
  abstract readonly uploadLimitBytes: number;
  /** Time limit of a read in milliseconds (503); writes and `/manage` have twice the time. 0: no limit. */
  abstract readonly requestTimeoutMs: number;
  /** Maximum number of TCP connections of this process; 0: no limit. */
  abstract readonly maxConnections: number;
  /** Maximum number of requests in flight in this process; 0: no limit. */
  abstract readonly maxInFlight: number;
  /** Event-loop delay in milliseconds (p99 of a second) from which on requests are shed; 0: never. */
  abstract readonly shedDelayMs: number;
  /** Time between a signal to stop, which makes the process unready, and the end of the listener. */
  abstract readonly shutdownDelayMs: number;
  /** Time limit of running requests after the end of the listener. */
  abstract readonly shutdownTimeoutMs: number;
  /** Number of processes that share the port. */
  abstract readonly workers: number;
  /** Address of the listener for metrics. */
  abstract readonly metricsHost: string;
  /** Port of the listener for metrics; without it there is none. */
  abstract readonly metricsPort: number | undefined;
  /** Where traces are sent; `undefined` while tracing is off. */
  abstract readonly tracing: TracingOptions | undefined;
  /** Where rate limits are counted: in each process, in the database, or in Redis. */
  abstract readonly rateLimitStore: 'memory' | 'database' | 'redis';
  /** URL of Redis; set when `rateLimitStore` is `redis`. */
  abstract readonly redisUrl: string | undefined;
  /** Value of the site setting `rateLimits` at the first start; without it, the setting's default. */
  abstract readonly initialRateLimits: RateLimits | undefined;
  /** API client of the first start, for deployments in which a printed secret cannot be read. */
  abstract readonly initialClient: { readonly id: string; readonly secret: string } | undefined;
  /** Administrator of the first start; without a password, one is generated and printed. */
  abstract readonly initialAdministrator: { readonly name: string; readonly password: string | undefined };
  /** What this process does: answer requests, do background work, or both. */
  abstract readonly roles: { readonly api: boolean; readonly worker: boolean };
  /** Number of background jobs that this process runs at the same time; 0: none. */
  abstract readonly jobConcurrency: number;
  /** Number of entries of a type above which changes of its bundle and fields are jobs. */
  abstract readonly modelJobEntries: number;
  /** Milliseconds after which a change of the content model becomes a job; default `MODEL_JOB_AFTER_MS`. */
  readonly modelJobAfterMs?: number;
  /** Retention of the audit log in days. */
  abstract readonly auditRetentionDays: number;
  /** Further retention and forwarding of audit events, and client addresses in the request log. */
  abstract readonly audit: AuditOptions;
  /** The event log and its stream. */
  abstract readonly events: EventOptions;
  /** The message broker that gets all events; `undefined` while there is none. */
  abstract readonly broker: BrokerOptions | undefined;
  /** Limits, retries and retention of webhooks. */
  abstract readonly webhooks: WebhookOptions;
  /** The server that sends e-mails; `undefined` without one. */
  abstract readonly mail: MailOptions | undefined;
  /** Cache tags of answers, and the cache that is told of changes. */
  abstract readonly edgeCache: EdgeCacheOptions;
  /** Variables that are set although the service no longer reads them. */
  abstract readonly retiredVariables: readonly VariableFault[];
}

/** The environment variables are invalid; one message per error, without secrets. */
export class InvalidEnvironment extends DomainError {
  constructor(readonly faults: readonly VariableFault[]) {
    super('invalid_environment', faults.map(({ sentence }) => sentence).join('\n'));
  }
}

/**
 * Returns the variables of the process; the file `.env` of the working folder provides those that are missing.
 *
 * @throws NotText
 */
export function getProcessVariables(): Variables {
  if (existsSync('.env'))
    for (const [name, value] of Object.entries(parseEnv(decodeText(readFileSync('.env')))))
      process.env[name] ??= value;
  return process.env;
}

/** @throws InvalidEnvironment */
export function parseConfig(variables: Variables): Config {
  const environment = validateVariables(variables);
  const { PORT, HOST, BASE_URL, INITIAL_CLIENT_ID, INITIAL_CLIENT_SECRET } = environment;
  const storageAdapter = parseStorageAdapter(environment, variables);
  const databaseUrl =
    storageAdapter === undefined ? environment.DATABASE_URL : `adapter:${storageAdapter.module}`;
  const embeddedDatabase = EMBEDDED.test(databaseUrl);
  return {
    port: Number(PORT),
    host: HOST,
    baseUrl: BASE_URL ?? `http://${formatHostForUrl(HOST) ?? HOST}:${PORT}`,
    storageAdapter,
    databaseUrl,
    fileStore: parseFileStoreOptions(environment, databaseUrl, variables),
    databaseHosts: environment.DATABASE_HOSTS === 'any' ? 'any' : 'ordered',
    databaseReplicas: parseReplicas(environment),
    embeddedDatabase,
    databaseLimits: {
      statementTimeoutMs: Number(environment.STATEMENT_TIMEOUT_MS),
      poolSize: Number(environment.DATABASE_POOL_SIZE),
      sqliteReaders: Number(environment.SQLITE_READERS),
    },
    changePollMs: Number(environment.CHANGE_POLL_MS),
    databaseWaitMs: 1000 * Number(environment.DATABASE_WAIT_SECONDS),
    jsonApiPrefix: environment.JSONAPI_PREFIX === '/jsonapi' ? '/jsonapi' : '/api',
    tokenIssuer: parseTokenIssuer(environment),
    keySecret: environment.KEY_SECRET,
    previousKeySecret: environment.KEY_SECRET_PREVIOUS,
    signingAlgorithm: environment.SIGNING_ALGORITHM === 'ES256' ? 'ES256' : 'RS256',
    migrateOnStart: embeddedDatabase || environment.MIGRATE_ON_START === 'true',
    logLevel: environment.LOG_LEVEL,
    hstsIncludeSubDomains: environment.HSTS_INCLUDE_SUBDOMAINS === 'true',
    trustProxy: parseTrustProxy(environment.TRUST_PROXY) ?? false,
    compression: environment.COMPRESSION === 'on',
    isTrustProxySet: (variables['TRUST_PROXY'] ?? '') !== '',
    bodyLimitBytes: Number(environment.BODY_LIMIT_BYTES),
    importLimitBytes: Number(environment.IMPORT_LIMIT_BYTES),
    uploadLimitBytes: Number(environment.UPLOAD_LIMIT_BYTES),
    requestTimeoutMs: Number(environment.REQUEST_TIMEOUT_MS),
    maxConnections: Number(environment.MAX_CONNECTIONS),
    maxInFlight: Number(environment.MAX_IN_FLIGHT),
    shedDelayMs: Number(environment.SHED_DELAY_MS),
    shutdownDelayMs: 1000 * Number(environment.SHUTDOWN_DELAY_SECONDS),
    shutdownTimeoutMs: 1000 * Number(environment.SHUTDOWN_TIMEOUT_SECONDS),
    workers: environment.WORKERS === 'auto' ? availableParallelism() : Number(environment.WORKERS),
    metricsHost: environment.METRICS_HOST,
    metricsPort: environment.METRICS_PORT === undefined ? undefined : Number(environment.METRICS_PORT),
    tracing: parseTracingOptions(environment),
    rateLimitStore: RATE_LIMIT_STORES.find((name) => name === environment.RATE_LIMIT_STORE) ?? 'memory',
    redisUrl: environment.REDIS_URL,
    initialRateLimits: parseRateLimits(environment.INITIAL_RATE_LIMITS ?? ''),
    initialClient:
      INITIAL_CLIENT_ID !== undefined && INITIAL_CLIENT_SECRET !== undefined
        ? { id: INITIAL_CLIENT_ID, secret: INITIAL_CLIENT_SECRET }
        : undefined,
    initialAdministrator: {
      name: environment.INITIAL_ADMIN_NAME,
      password: environment.INITIAL_ADMIN_PASSWORD,
    },
    roles: { api: environment.ROLES.includes('api'), worker: environment.ROLES.includes('worker') },
    jobConcurrency: Number(environment.JOB_CONCURRENCY),
    modelJobEntries: Number(environment.MODEL_JOB_ENTRIES),
    auditRetentionDays: Number(environment.AUDIT_RETENTION_DAYS),
    audit: parseAuditOptions(environment),
    events: parseEventOptions(environment),
    broker: parseBrokerOptions(environment, variables),
    webhooks: parseWebhookOptions(environment),
    mail: parseMailOptions(environment),
    edgeCache: parseEdgeCacheOptions(environment),
    retiredVariables: findRetiredVariables(variables),
  };
}

/**
 * Validates the variables. An empty variable counts as unset, as compose files and shells leave it.
 *
 * @throws InvalidEnvironment
 */
function validateVariables(variables: Variables): Environment {
  const files = readSecretFiles(variables);
  const all = { ...variables, ...files.values };
  const given = Object.entries(all).filter(([, value]) => value !== undefined && value !== '');
  const environment = Object.assign({}, ENVIRONMENT_DEFAULTS, Object.fromEntries(given));
  const errors = validateEnvironment(environment);
  // The value of a file that cannot be read is missing, which is no second error.
  const isUnread = (name: string): boolean => files.faults.some(({ variable }) => variable === name);
  const faults = [
    ...files.faults,
    ...errors
      .filter(({ property }) => !isUnread(property))
      .flatMap(({ property, constraints = {} }) =>
        Object.values(constraints).map((sentence) => ({ variable: property, sentence })),
      ),
  ];
  if (faults.length > 0) throw new InvalidEnvironment(faults);
  const retention = findRetentionFault(environment);
  if (retention !== undefined) throw new InvalidEnvironment([retention]);
  return environment;
}

function parseStorageAdapter(
  { STORAGE_ADAPTER: module, DATABASE_URL }: Environment,
  variables: Variables,
): StorageAdapterConfig | undefined {
  if (module === undefined) return undefined;
  const isUrlSet = ['DATABASE_URL', 'DATABASE_URL_FILE'].some((name) => (variables[name] ?? '') !== '');
  return { module, url: isUrlSet ? DATABASE_URL : undefined, environment: variables };
}

function parseTokenIssuer({ TOKEN_ISSUER: issuer, TOKEN_AUDIENCE }: Environment): TokenIssuer | undefined {
  return issuer === undefined ? undefined : { issuer, audience: TOKEN_AUDIENCE ?? `${issuer}/api` };
}
