import type { Engine } from '../entities/columns.js';
import { createAccessBaseline } from './baseline/access.js';
import { createContentBaseline } from './baseline/content.js';
import { createOperationsBaseline } from './baseline/operations.js';
import { createPeopleBaseline } from './baseline/people.js';
import type { Migration } from './migration.js';

/** The steps of the schema on an engine; those after the baselines of version 1 come behind them. */
export function createMigrations(engine: Engine): Migration[] {
  return [createContentBaseline, createAccessBaseline, createPeopleBaseline, createOperationsBaseline].map(
    (createBaseline) => createBaseline(engine),
  );
}
