import type { ObjectLiteral } from 'typeorm';
import type { Database } from '../database/database.js';
import { raw, sql } from '../database/sql.js';
import type { Entity } from '../entities/entity.js';

/**
 * Deletes rows in the order of a number, such as the time at which they expire, so that a transaction stays short however many
 * there are (`Dialect.deleteFirst`).
 *
 * @returns how many rows were deleted, `limit` at most
 */
export function deleteFirst<T extends ObjectLiteral>(
  database: Database,
  entity: Entity<T>,
  property: keyof T & string,
  bound: { readonly below: number } | { readonly upTo: number },
  limit: number,
): Promise<number> {
  const column = raw(entity.getColumnName(property));
  const condition = 'below' in bound ? sql`${column} < ${bound.below}` : sql`${column} <= ${bound.upTo}`;
  return database.deleteFirst(entity.table, entity.primaryKey, condition, column, limit);
}
