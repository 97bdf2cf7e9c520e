import type { Area, Generations } from '@content-service/storage';
import type { Database } from '../database/database.js';
import type { Session } from '../database/session.js';
import { sql } from '../database/sql.js';

/** Tells all processes of a change; in the transaction that makes it, so that they learn of it neither early nor never. */
export async function raiseGeneration(session: Session, area: Area): Promise<void> {
  await session.run(sql`UPDATE generation SET value = value + 1 WHERE area = ${area}`);
}

export async function readGenerations(database: Database): Promise<Generations> {
  const rows = await database.rows<{ area: Area; value: number }>(sql`SELECT area, value FROM generation`);
  const none = { model: 0, settings: 0, clients: 0, revocations: 0, keys: 0 };
  return rows.reduce<Generations>((all, { area, value }) => ({ ...all, [area]: value }), none);
}
