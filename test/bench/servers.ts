import { fileURLToPath } from 'node:url';
import { ApiClient } from '../support/api-client.js';
import { FIRST_CLIENT, startService } from '../support/content-service.js';
import { type ServerProcess, startServer } from '../support/server-process.js';

export interface MeasuredServer extends ServerProcess {
  /** What requests carry. Asked for before every measurement: a token lives 300 s. */
  headers(): Promise<Readonly<Record<string, string>>>;
}

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The yardstick, from its source; what the loader does ends with the start. */
export async function startBare(databaseUrl: string): Promise<MeasuredServer> {
  const loader = ['--import', import.meta.resolve('@swc-node/register/esm-register')];
  const args = [...loader, `${root}test/bench/bare/server.ts`];
  const environment = { DATABASE_URL: databaseUrl, TS_NODE_PROJECT: `${root}tsconfig.json` };
  const server = await startServer(args, environment, '/api/node/article');
  return { ...server, headers: () => Promise.resolve({}) };
}

/**
 * The service, built, without its request log.
 *
 * @param profile the folder for a processor profile, written when the service ends
 */
export async function startMeasured(
  databaseUrl: string,
  profile: string | undefined,
): Promise<MeasuredServer> {
  const node = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`];
  const variables = { LOG_LEVEL: 'silent', NODE_ENV: 'production' };
  const server = await startService(databaseUrl, variables, { node });
  return {
    ...server,
    headers: async () => {
      const { token = '' } = await ApiClient.withCredentials(server.url, FIRST_CLIENT);
      return { Authorization: `Bearer ${token}`, Accept: 'application/vnd.api+json' };
    },
  };
}
