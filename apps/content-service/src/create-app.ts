import 'reflect-metadata';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import helmet from 'helmet';
import { type Clock, SystemClock } from '@content-service/kernel';
import { SiteSettingsService } from '@content-service/site-settings';
import type { Storage } from '@content-service/storage';
import { cors } from './access/cors.js';
import { AppModule } from './app.module.js';
import type { Config } from './config.js';
import { HttpAdapter } from './http-adapter.js';
import { limitUrls } from './limit-urls.js';
import { createLog, NestLog } from './operations/log.js';
import { identifyRequests, requestLog } from './operations/request-log.js';
import { openStorage } from './open-storage.js';
import { UnroutedFilter } from './unrouted.filter.js';

/** The whole application, not yet listening. `serve` and the end-to-end tests use this and nothing else. */
export async function createApp(config: Config, clock = clockOf(config)): Promise<NestExpressApplication> {
  const log = createLog(config.logLevel, 'out');
  const app = await withStorage(config, (storage) =>
    NestFactory.create<NestExpressApplication>(AppModule.with(config, storage, clock), new HttpAdapter(), {
      // Bodies are read by those who want them, after the guards (jsonapi/request-body.ts).
      bodyParser: false,
      abortOnError: false,
      logger: new NestLog(log),
    }),
  );
  app.set('query parser', false);
  app.set('etag', false);
  app.set('trust proxy', config.trustProxy);
  app.disable('x-powered-by');
  app.use(identifyRequests);
  if (config.logLevel !== 'silent') app.use(requestLog(log));
  app.use(helmet({ crossOriginResourcePolicy: { policy: 'cross-origin' } }));
  app.use(cors(app.get(SiteSettingsService)));
  app.use(limitUrls);
  app.useGlobalFilters(new UnroutedFilter());
  return app;
}

/** The same application without its HTTP side, for commands; it complains on standard error. */
export async function createServices(config: Config): Promise<INestApplicationContext> {
  return withStorage(config, (storage) =>
    NestFactory.createApplicationContext(AppModule.with(config, storage, clockOf(config)), {
      abortOnError: false,
      logger: new NestLog(createLog('warn', 'error')),
    }),
  );
}

/** Once the application is there it closes the storage itself. */
async function withStorage<T>(config: Config, create: (storage: Storage) => Promise<T>): Promise<T> {
  const storage = await openStorage(config);
  try {
    return await create(storage);
  } catch (error) {
    await storage.close();
    throw error;
  }
}

function clockOf(config: Config): Clock {
  return new SystemClock(config.clockOffsetSeconds);
}
