import type { Run } from './bare-database.js';

/** Tables and columns of articles, resolved once when the baseline starts. */
export interface ArticleTables {
  readonly typeId: number;
  readonly modelVersion: number;
  /** The table of the type with one row for each article. */
  readonly index: string;
  /** The column of a property, such as `title.value` or `field_category.`. */
  readonly column: (property: string) => string;
  /** The id of a property or relationship in the shared tables. */
  readonly number: (property: string) => number;
  /** The id of a property in the table of full text search. */
  readonly search: (property: string) => number;
}

interface PropertyRow {
  readonly id: number;
  readonly field: string;
  readonly property: string;
  readonly placement: string;
}

export async function findArticleTables(run: Run): Promise<ArticleTables> {
  const [type] = await run<{ id: number; since: number }>(
    "SELECT id, since FROM resource_type WHERE name = 'node--article'",
  );
  if (type === undefined) throw new Error('The database has no articles.');
  const rows = await run<PropertyRow>(
    "SELECT id, field, property, placement FROM model_property WHERE type_id = ? AND state = 'ready'",
    [type.id],
  );
  const find = (name: string, placements: readonly string[]): number => {
    const row = rows.find(
      ({ field, property, placement }) => `${field}.${property}` === name && placements.includes(placement),
    );
    if (row === undefined) throw new Error(`There is no property ${name}.`);
    return row.id;
  };
  return {
    typeId: type.id,
    modelVersion: type.since,
    index: `ix_${type.id}`,
    column: (property) => `c${find(property, ['column'])}`,
    number: (property) => find(property, ['linkage', 'text']),
    search: (property) => find(property, ['search']),
  };
}
