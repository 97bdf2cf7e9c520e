import type { EntitySchema, ObjectLiteral } from 'typeorm';
import { ACCESS_ENTITIES } from './access.js';
import type { Engine } from './columns.js';
import { CONTENT_ENTITIES } from './content.js';
import type { Entity } from './entity.js';
import { OPERATIONS_ENTITIES } from './operations.js';
import { PEOPLE_ENTITIES } from './people.js';

/**
 * All fixed tables. The tables `ix_<n>` of resource types follow the content model, and `ix_search` is another one on each
 * engine (`migrations/search-words.ts`), so that neither is an entity.
 */
export const ENTITIES = [
  ...[...CONTENT_ENTITIES, ...ACCESS_ENTITIES, ...PEOPLE_ENTITIES],
  ...OPERATIONS_ENTITIES,
] as readonly Entity<ObjectLiteral>[];

/** The entities as TypeORM sees them on an engine. */
export function createEntitySchemas(engine: Engine): EntitySchema[] {
  return ENTITIES.map((entity) => entity.toSchema(engine));
}
