import type { EntitySchema, ObjectLiteral } from 'typeorm';
import { ACCESS_ENTITIES, ACCESS_MIGRATIONS } from './access.js';
import type { Engine } from './columns.js';
import { CONTENT_ENTITIES, CONTENT_MIGRATIONS } from './content.js';
import type { Entity } from './entity.js';
import { getTimestamp, type Migration } from './migration.js';
import { OPERATIONS_ENTITIES, OPERATIONS_MIGRATIONS } from './operations.js';
import { PEOPLE_ENTITIES, PEOPLE_MIGRATIONS } from './people.js';

/**
 * All fixed tables. The tables `ix_<n>` of resource types follow the content model, and `ix_search` is another one on each
 * engine (`baseline/search-words.ts`), so that neither is an entity.
 */
export const ENTITIES = [
  ...[...CONTENT_ENTITIES, ...ACCESS_ENTITIES, ...PEOPLE_ENTITIES],
  ...OPERATIONS_ENTITIES,
] as readonly Entity<ObjectLiteral>[];

/** The steps of the schema on an engine, in the order of the time stamps at the end of their names. */
export function createMigrations(engine: Engine): Migration[] {
  const creators = [
    ...[...CONTENT_MIGRATIONS, ...ACCESS_MIGRATIONS, ...PEOPLE_MIGRATIONS],
    ...OPERATIONS_MIGRATIONS,
  ];
  const steps = creators.map((create) => create(engine)).map((Step) => ({ Step, name: new Step().name }));
  return steps
    .toSorted((one, other) => getTimestamp(one.name) - getTimestamp(other.name))
    .map(({ Step }) => Step);
}

/** The entities as TypeORM sees them on an engine. */
export function createEntitySchemas(engine: Engine): EntitySchema[] {
  return ENTITIES.map((entity) => entity.toSchema(engine));
}
