// STORAGE_ADAPTER of tests: the storage of this version with the migrations of LATER_VERSIONS schema versions after it.
import { addColumns, migration, TypeOrmStorage } from '@content-service/storage-typeorm';

const LATER = [
  migration(
    'EntryRevision1790000000002',
    { purpose: 'add revisions to entries', schema: 2, table: 'entry' },
    (runner) =>
      addColumns(runner, [{ table: 'entry', name: 'revision', definition: 'INTEGER NOT NULL DEFAULT 1' }]),
  ),
  migration(
    'DropEntryRevision1790000000003',
    { purpose: 'drop the revisions of entries', phase: 'contract', schema: 3 },
    ['ALTER TABLE entry DROP COLUMN revision'],
  ),
];

export const createStorage = ({ url, recorder, limits, environment }) =>
  new TypeOrmStorage(url, {
    recorder,
    limits,
    laterMigrations: LATER.slice(0, Number(environment.LATER_VERSIONS)),
  });
