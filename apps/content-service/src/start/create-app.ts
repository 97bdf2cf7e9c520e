import 'reflect-metadata';
import type { ArgumentsHost, INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';
import type { Logger } from 'pino';
import { AuditTrail } from '@content-service/audit';
import { StoreUnavailable } from '@content-service/entries';
import { SystemClock } from '@content-service/kernel';
import { ClientRegistry } from '@content-service/oauth-clients';
import { SiteSettingsService } from '@content-service/site-settings';
import type { Storage } from '@content-service/storage';
import { assignRequestId, auditRefusedAccess, createRequestLog } from '../http/telemetry/request-log.js';
import { BearerStrategy } from '../http/access/access-guards.js';
import { AppModule } from './app.module.js';
import type { Config } from '../platform/config/config.js';
import { COMPRESSION } from '../http/protocol/content-coding.js';
import { FallbackExceptionFilter } from '../http/fallback-exception.filter.js';
import { SiteAppearance } from '../http/browser/site-appearance.js';
import { PageSender } from '../http/oauth/pages/page-sender.js';
import { CONNECTION_LIMITS, HttpAdapter } from '../http/server/http-adapter.js';
import {
  createCorsMiddleware,
  limitHeaders,
  limitUrlLength,
  warnOfForwarded,
} from '../http/server/middleware.js';
import { admitRequests } from '../platform/load/admission.js';
import { LoadShedding } from '../platform/load/load-shedding.js';
import { OpenRequestRegistry } from '../platform/load/open-request-registry.js';
import { createDatabaseObserver } from '../platform/metrics/database-metrics.js';
import { measureRequests } from '../http/telemetry/http-metrics.js';
import { Metrics } from '../platform/metrics/metrics.js';
import { createReplicaObserver } from '../platform/metrics/replica-metrics.js';
import { createLog, NestLog } from '../platform/log/log.js';
import { OutageLog } from '../platform/log/outage-log.js';
import { closeAfterFailure } from './bootstrap/close-after-failure.js';
import { openStorage, type UnreachableAttempt } from './bootstrap/open-storage.js';
import { traceRequests } from '../http/telemetry/trace-requests.js';
import { combineObservers, traceStatements, traceWork } from './telemetry/trace-work.js';
import { Tracing } from '../platform/tracing/tracing.js';

interface CreateOptions {
  /** Called when the database server cannot be reached and is awaited; default: the first failure is thrown. */
  readonly onWait?: () => Promise<void>;
  /** Default: a log of its own, to standard output. */
  readonly log?: Logger;
}

/** Creates the application without listening. Used by `serve` and the end-to-end tests. */
export async function createApp(
  config: Config,
  clock = new SystemClock(),
  { onWait, log = createLog(config.logLevel, 'out') }: CreateOptions = {},
): Promise<NestExpressApplication> {
  const metrics = new Metrics();
  const outage = new OutageLog(log);
  const adapter = new HttpAdapter({ ...CONNECTION_LIMITS, maxConnections: config.maxConnections });
  const { databaseUrl } = config;
  const tracing = config.tracing === undefined ? undefined : await Tracing.start(config.tracing);
  const observer = combineObservers([
    ...(config.metricsPort === undefined ? [] : [createDatabaseObserver(metrics, databaseUrl)]),
    ...(tracing === undefined ? [] : [traceStatements(tracing, databaseUrl)]),
  ]);
  const create = (storage: Storage): Promise<NestExpressApplication> =>
    NestFactory.create<NestExpressApplication>(
      AppModule.forConfig(config, storage, clock, { log, metrics, tracing, outage }),
      adapter,
      {
        // Bodies are parsed after the guards (`http/protocol/request-body.ts`).
        bodyParser: false,
        abortOnError: false,
        logger: new NestLog(log, outage),
      },
    );
  const onUnreachable =
    onWait &&
    (({ error }: UnreachableAttempt): Promise<void> => {
      outage.noteError(new StoreUnavailable(error));
      return onWait();
    });
  const replicas = config.databaseReplicas && {
    ...config.databaseReplicas,
    observer: createReplicaObserver(metrics, log),
  };
  const app = await withStorage(openStorage(config, { observer, clock, replicas, onUnreachable }), create);
  app.set('query parser', false);
  app.set('etag', false);
  app.set('trust proxy', config.trustProxy);
  app.set(COMPRESSION, config.compression);
  app.disable('x-powered-by');
  const settings = app.get(SiteSettingsService);
  const crossOrigin = createCorsMiddleware(settings);
  const pages = new PageSender(new SiteAppearance(config, settings));
  const fallback = new FallbackExceptionFilter(config.jsonApiPrefix, pages);
  if (config.metricsPort !== undefined) {
    const lookups = metrics.cacheLookups.of('clients');
    app.get(ClientRegistry, { strict: false }).onLookup = (isHit) => {
      lookups.add(isHit);
    };
    app.use(measureRequests(metrics, config.jsonApiPrefix));
  }
  if (tracing !== undefined) {
    traceWork(app, tracing);
    app.use(traceRequests(tracing));
  }
  const requestLog = config.logLevel === 'silent' ? [] : [createRequestLog(log, config.audit.clientAddress)];
  // Refused requests are logged, too.
  const beforeRefusal = [assignRequestId, ...requestLog, crossOrigin];
  app.use(boundLoad(app, config, adapter, beforeRefusal, fallback));
  if (!config.isTrustProxySet) app.use(warnOfForwarded());
  app.use(assignRequestId);
  for (const middleware of requestLog) app.use(middleware);
  app.use(auditRefusedAccess(app.get(AuditTrail), clock));
  app.use(
    helmet({
      crossOriginResourcePolicy: { policy: 'cross-origin' },
      strictTransportSecurity: { includeSubDomains: config.hstsIncludeSubDomains },
    }),
  );
  app.use(crossOrigin);
  app.use(limitUrlLength, limitHeaders);
  app.useGlobalFilters(fallback);
  return app;
}

/** Returns the first middleware, which sheds excess requests, and starts the timers that end slow ones. */
function boundLoad(
  app: NestExpressApplication,
  { requestTimeoutMs: timeoutMs, roles }: Config,
  adapter: HttpAdapter,
  beforeRefusal: readonly RequestHandler[],
  filter: FallbackExceptionFilter,
): RequestHandler {
  const open = app.get(OpenRequestRegistry);
  open.start((refusal, request, response) => {
    filter.catch(refusal, toHost(request, response));
  });
  const shedding = app.get(LoadShedding);
  shedding.start();
  adapter.isWorkingFor = (socket) => open.isWorkingFor(socket);
  adapter.hasLongBody = (socket) => open.hasLongBody(socket);
  const { shed } = app.get(Metrics);
  const hasValidToken = createTokenCheck(app, roles);
  return admitRequests({ shedding, open, hasValidToken, timeoutMs, beforeRefusal, shed });
}

/** Creates the check that tells, under load, whether a request has a valid token. Without the API no token is verified. */
function createTokenCheck(
  app: NestExpressApplication,
  { api }: Config['roles'],
): (request: Request) => Promise<boolean> {
  if (!api) return () => Promise.resolve(false);
  const strategy = app.get(BearerStrategy, { strict: false });
  return (request) => strategy.isValid(request);
}

/** The part of `ArgumentsHost` that exception filters use, for exceptions thrown outside Nest's request handling. */
function toHost(request: Request, response: Response): ArgumentsHost {
  const http = { getRequest: () => request, getResponse: () => response };
  return { switchToHttp: () => http } as unknown as ArgumentsHost;
}

/** A command may use every part of the application. */
const ALL_ROLES: Config['roles'] = { api: true, worker: true };

/**
 * Creates the application without its HTTP side, for commands. It logs warnings to standard error. Statements have no
 * time limit, since imports and index rebuilds take long.
 *
 * @throws DatabaseMissing with `mustExist`, instead of creating the database
 */
export async function createServices(
  config: Config,
  { mustExist = false }: { readonly mustExist?: boolean } = {},
): Promise<INestApplicationContext> {
  const limits = { ...config.databaseLimits, statementTimeoutMs: 0 };
  const log = createLog('warn', 'error');
  const clock = new SystemClock();
  const create = (storage: Storage): Promise<INestApplicationContext> =>
    NestFactory.createApplicationContext(
      AppModule.forConfig(config, storage, clock, { log, metrics: new Metrics() }, ALL_ROLES),
      { abortOnError: false, logger: new NestLog(log) },
    );
  return withStorage(openStorage(config, { limits, clock, mustExist }), create);
}

/** Closes the storage if `create` fails; the created application closes it otherwise. */
async function withStorage<T>(
  opened: Promise<Storage>,
  create: (storage: Storage) => Promise<T>,
): Promise<T> {
  const storage = await opened;
  try {
    return await create(storage);
  } catch (error) {
    await closeAfterFailure(storage);
    throw error;
  }
}
