import type { QueryRunner } from 'typeorm';
import { bytes, key, NAME, UUID, type Engine } from './columns.js';
import { toFoldedAlias } from '../index-tables/index-key.js';
import { createTable } from './create-table.js';
import { migration, type Migration } from './migration.js';

/** Aliases that one statement reads. */
const BATCH_SIZE = 1000;

interface AliasRow {
  readonly langcode: Buffer;
  readonly alias: Buffer;
  readonly entry_id: Buffer;
}

/** The aliases that differ from their folded form, by that form; those of other forms are found in `path_alias`. */
export function createAliasFolds(engine: Engine): Migration {
  return migration(
    'AliasFolds1760000000300',
    { purpose: 'find path aliases without case and accents', table: 'path_alias' },
    async (runner) => {
      const statements = createTable(engine, 'alias_fold', {
        columns: { folded: key(bytes(1020)), langcode: key(NAME), entry_id: key(UUID) },
        indexes: [{ name: 'k_alias_fold_entry', mysqlName: 'k_entry', columns: ['entry_id'] }],
        withoutRowid: true,
      });
      for (const statement of statements) await runner.query(statement);
      await fillAliasFolds(engine, runner);
    },
  );
}

/** Can be repeated after a crash: rows that are there stay. */
async function fillAliasFolds(engine: Engine, runner: QueryRunner): Promise<void> {
  const at = (n: number): string => (engine === 'postgres' ? `$${n}` : '?');
  const insert =
    engine === 'mysql'
      ? `INSERT IGNORE INTO alias_fold (folded, langcode, entry_id) VALUES (?, ?, ?)`
      : `INSERT INTO alias_fold (folded, langcode, entry_id) VALUES (${at(1)}, ${at(2)}, ${at(3)}) ON CONFLICT DO NOTHING`;
  let position: readonly [Buffer, Buffer] | undefined = [Buffer.alloc(0), Buffer.alloc(0)];
  while (position !== undefined) {
    const rows = (await runner.query(
      `SELECT langcode, alias, entry_id FROM path_alias WHERE (langcode, alias) > (${at(1)}, ${at(2)})
       ORDER BY langcode, alias LIMIT ${BATCH_SIZE}`,
      [...position],
    )) as readonly AliasRow[];
    for (const { langcode, alias, entry_id } of rows) {
      const folded = toFoldedAlias(alias.toString());
      if (folded !== undefined) await runner.query(insert, [folded, langcode, entry_id]);
    }
    const last = rows.at(-1);
    position = last === undefined || rows.length < BATCH_SIZE ? undefined : [last.langcode, last.alias];
  }
}
