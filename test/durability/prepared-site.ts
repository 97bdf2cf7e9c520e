import { fileURLToPath } from 'node:url';
import { ApiClient } from '../support/api-client.js';
import { FIRST_CLIENT, runCommand, type Service } from '../support/content-service.js';

const SITE = fileURLToPath(new URL('site.ndjson', import.meta.url));

/** The topic that the site begins with. */
export const TOPIC = { type: 'taxonomy_term--topic', id: '0190b0a0-0000-7000-8000-000000000001' };

/** Makes the database one of a site where tallies (a count, notes, a topic) can be written. */
export async function prepareSite(databaseUrl: string): Promise<void> {
  await runCommand(databaseUrl, 'import', SITE);
  await runCommand(databaseUrl, 'settings', 'set', 'allowedOperations', 'read_write');
}

/** A client that may do everything. */
export function administratorOf({ url }: Service): Promise<ApiClient> {
  return ApiClient.withCredentials(url, FIRST_CLIENT);
}
