import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiClient, type Credentials } from '../support/api-client.js';
import { runCommand, type Service, startService } from '../support/content-service.js';
import { CONTENT_MODEL } from './content-model.js';
import { writeCountries } from './write-countries.js';

/** A running service and a client with all scopes. */
export interface LoadedSite {
  readonly service: Service;
  readonly api: ApiClient;
}

/**
 * Migrates a data set as an operator would: imports the content model with the command line, creates an API client,
 * starts the service, and writes the entries over HTTP.
 */
export async function loadCountries(databaseUrl: string): Promise<LoadedSite> {
  await importModel(databaseUrl);
  const [credentials] = await Promise.all([
    runCommand(databaseUrl, 'create-client', '--label', 'Countries', '--scopes', 'content:administer'),
    runCommand(databaseUrl, 'settings', 'set', 'allowedOperations', 'read_write'),
  ]);
  const service = await startService(databaseUrl);
  const api = await ApiClient.withCredentials(service.url, credentials as Credentials);
  await writeCountries(api);
  return { service, api };
}

async function importModel(databaseUrl: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'content-service-countries-'));
  const file = join(folder, 'model.ndjson');
  writeFileSync(file, CONTENT_MODEL);
  try {
    await runCommand(databaseUrl, 'import', file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
