import { fileURLToPath } from 'node:url';

/** The schema version of this version of the service. */
export const SCHEMA_VERSION = 1;

/** Variables of a process whose version of the service is `count` schema versions ahead of this one. */
export function versionAhead(count: 0 | 1 | 2): Readonly<Record<string, string>> {
  const variables = { MIGRATE_ON_START: 'false' };
  if (count === 0) return variables;
  const STORAGE_ADAPTER = fileURLToPath(new URL('later-schema.mjs', import.meta.url));
  return { ...variables, STORAGE_ADAPTER, LATER_VERSIONS: String(count) };
}
