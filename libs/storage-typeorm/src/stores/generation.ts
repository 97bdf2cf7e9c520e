import type { CacheScope, Generations } from '@content-service/storage';
import type { Database } from '../database/database.js';
import { type DbConnection, sql } from '../database/sql.js';

/** Notifies all processes of a change. Part of the transaction of the change, so that both are stored or neither is. */
export async function incrementGeneration(connection: DbConnection, scope: CacheScope): Promise<void> {
  await connection.defer(sql`UPDATE generation SET value = value + 1 WHERE area = ${scope}`);
}

export async function readGenerations(database: Database): Promise<Generations> {
  const rows = await database.query<{ area: string; value: number }>(sql`SELECT area, value FROM generation`);
  const none: Generations = { model: 0, settings: 0, clients: 0, revocations: 0, keys: 0 };
  // Another row is no area: the form of the index.
  const areas = rows.filter(({ area }) => Object.hasOwn(none, area));
  return areas.reduce((all, { area, value }) => ({ ...all, [area]: value }), none);
}
