import type { Server } from 'node:http';
import type { INestApplication } from '@nestjs/common';
import { type Config, createApp, parseConfig } from '@content-service/app';
import { FakeClock } from '@content-service/kernel';
import { ClientRegistry } from '@content-service/oauth-clients';
import { CONTENT_ADMINISTER } from '@content-service/scopes';
import { Api } from './api.js';
import { createTestDatabase } from './database.js';
import { PATIENT } from './content-service.js';
import { PATIENT_CONSTANTS } from './process-variables.js';
import { OperatedClients } from './operated-clients.js';
import { Site } from './site.js';

export interface TestApp {
  /** Sends requests. */
  readonly api: Api;
  /** Content and settings. */
  readonly site: Site;
  /** Stands still until a test advances it. */
  readonly clock: FakeClock;
  /** The Nest application, for providers without an endpoint. */
  readonly nest: INestApplication<Server>;
  stop(): Promise<void>;
}

/** Changes what no environment variable sets. */
export type ChangeConfig = (config: Config) => Config;

/** With the constants of `PATIENT_CONSTANTS`. */
export const makePatient: ChangeConfig = (config) =>
  Object.assign(config, {
    modelJobAfterMs: PATIENT_CONSTANTS.MODEL_JOB_AFTER_MS,
    databaseLimits: { ...config.databaseLimits, acquireTimeoutMs: PATIENT_CONSTANTS.ACQUIRE_TIMEOUT_MS },
  });

/** With other values of the event log. */
export const changeEvents =
  (changes: Partial<Config['events']>): ChangeConfig =>
  (config) =>
    Object.assign(config, { events: { ...config.events, ...changes } });

/** The BASE_URL of the application: the beginning of every link. */
export const BASE_URL = 'https://content.example';

/** The secret of the clients `administrator` and `reader`. */
export const SECRET = 's'.repeat(43);

/**
 * Starts the whole application on a new database. The site has the bundles of `test-model.ts`, allows writing and
 * requires a token for reads.
 *
 * @param options of `createApp`
 */
export async function startApp(
  variables: Readonly<Record<string, string>> = {},
  changeConfig: ChangeConfig = (config) => config,
  options: Parameters<typeof createApp>[2] = {},
): Promise<TestApp> {
  const database = await createTestDatabase();
  const clock = new FakeClock();
  const environment = {
    PORT: '0',
    BASE_URL,
    DATABASE_URL: database.url,
    KEY_SECRET: 'k'.repeat(32),
    MIGRATE_ON_START: 'true',
    LOG_LEVEL: 'silent',
    ...PATIENT,
    // Generating a key takes less than a millisecond; RSA takes up to seconds.
    SIGNING_ALGORITHM: 'ES256',
    ...variables,
  };
  const app = await createApp(changeConfig(makePatient(parseConfig(environment))), clock, options);
  await app.listen(environment.PORT, '127.0.0.1');
  const clients = new OperatedClients(app.get(ClientRegistry));
  await clients.register(
    { label: 'Administrator', allowedScopes: [CONTENT_ADMINISTER] },
    { id: 'administrator', secret: SECRET },
  );
  await clients.register({ label: 'Reader', allowedScopes: ['member'] }, { id: 'reader', secret: SECRET });
  const site = new Site(app);
  await site.prepare();
  return {
    api: new Api(app.getHttpServer(), SECRET),
    site,
    clock,
    nest: app,
    stop: async () => {
      await app.close();
      await database.remove();
    },
  };
}
