import { fileURLToPath } from 'node:url';
import { ApiClient } from '../support/api-client.js';
import { FIRST_CLIENT, startService } from '../support/content-service.js';
import { UNCHANGED_CONSTANTS } from '../support/process-variables.js';
import { type ServerProcess, startServer } from '../support/server-process.js';

export interface MeasuredServer extends ServerProcess {
  /** The headers of requests. Requested before every measurement, since a token expires after 300 s. */
  headers(): Promise<Readonly<Record<string, string>>>;
}

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The loader works only during the start. */
const LOADER = ['--import', import.meta.resolve('../../.config/typescript-modules/register.js')];

/** Starts the baseline from its source. */
export async function startBare(databaseUrl: string): Promise<MeasuredServer> {
  const args = [...LOADER, `${root}test/bench/bare/server.ts`];
  const server = await startServer(args, { DATABASE_URL: databaseUrl }, '/api/node/article');
  return { ...server, headers: () => Promise.resolve({}) };
}

/** Starts a file server that does nothing else, from its source. @param folder with the files `picture` and `original` */
export async function startFileServer(folder: string): Promise<MeasuredServer> {
  const args = [...LOADER, `${root}test/bench/bare/file-server.ts`];
  const server = await startServer(args, { FOLDER: folder }, '/');
  return { ...server, headers: () => Promise.resolve({}) };
}

/** Starts an application of Nest that does nothing. */
export function startEmptyNest(): Promise<ServerProcess> {
  return startServer([...LOADER, `${root}test/bench/bare/nest.ts`], {}, '/');
}

/** Variables of the environment whose cost runs of the bench can compare. */
const COMPARED_VARIABLES = [
  'EVENTS',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_TRACES_SAMPLER',
  'OTEL_TRACES_SAMPLER_ARG',
];

/**
 * Starts the built service without its request log.
 *
 * @param profile folder for a processor profile, written when the service exits
 */
export async function startMeasured(
  databaseUrl: string,
  profile: string | undefined,
): Promise<MeasuredServer> {
  const node = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`];
  const variables = {
    ...{ ...UNCHANGED_CONSTANTS, LOG_LEVEL: 'silent', NODE_ENV: 'production' },
    ...Object.fromEntries(COMPARED_VARIABLES.map((name) => [name, process.env[name]])),
  };
  const server = await startService(databaseUrl, variables, { node });
  return {
    ...server,
    headers: async () => {
      const { token = '' } = await ApiClient.withCredentials(server.url, FIRST_CLIENT);
      return { Authorization: `Bearer ${token}`, Accept: 'application/vnd.api+json' };
    },
  };
}
