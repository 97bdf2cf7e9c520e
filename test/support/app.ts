import type { Server } from 'node:http';
import type { INestApplication } from '@nestjs/common';
import { configFrom, createApp } from '@content-service/app';
import { TurnedClock } from '@content-service/kernel';
import { ClientRegistry } from '@content-service/oauth-clients';
import { CONTENT_ADMINISTER } from '@content-service/scopes';
import { Api } from './api.js';
import { testDatabase } from './database.js';
import { OperatedClients } from './operated-clients.js';
import { Site } from './site.js';

export interface TestApp {
  /** Sends requests. */
  readonly api: Api;
  /** What the requests find. */
  readonly site: Site;
  /** Stands still until a test turns it. */
  readonly clock: TurnedClock;
  /** The application itself, for what no request can reach. */
  readonly nest: INestApplication<Server>;
  stop(): Promise<void>;
}

/** What links begin with. */
export const BASE_URL = 'https://content.example';

const SECRET = 's'.repeat(43);

/**
 * The whole application on a database of its own. The site has the bundles of `test-model.ts`, allows writing, and shows
 * nothing without a token.
 */
export async function startApp(variables: Readonly<Record<string, string>> = {}): Promise<TestApp> {
  const database = await testDatabase();
  const clock = new TurnedClock();
  const environment = {
    PORT: '0',
    BASE_URL,
    DATABASE_URL: database.url,
    KEY_SECRET: 'k'.repeat(32),
    MIGRATE_ON_START: 'true',
    LOG_LEVEL: 'silent',
    // Its keys are made in no time.
    SIGNING_ALGORITHM: 'ES256',
    ...variables,
  };
  const app = await createApp(configFrom(environment), clock);
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
