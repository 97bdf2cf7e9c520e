import { fileURLToPath } from 'node:url';
import { ApiClient } from '../support/api-client.js';
import { FIRST_CLIENT, runCommand, type Service } from '../support/content-service.js';

const SITE = fileURLToPath(new URL('site.ndjson', import.meta.url));

/** The topic of the prepared site. */
export const TOPIC = { type: 'taxonomy_term--topic', id: '0190b0a0-0000-7000-8000-000000000001' };

/** Creates a site with the bundle tally (a count, notes, a topic) and write access in the database. */
export async function prepareSite(databaseUrl: string): Promise<void> {
  await runCommand(databaseUrl, 'import', SITE);
  await runCommand(databaseUrl, 'settings', 'set', 'allowedOperations', 'read_write');
}

/** An API client with all scopes. */
export function createAdministrator({ url }: Pick<Service, 'url'>): Promise<ApiClient> {
  return ApiClient.withCredentials(url, FIRST_CLIENT);
}
