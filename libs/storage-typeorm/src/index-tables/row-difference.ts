import type { SqlValue } from '../database/sql.js';
import type { Row } from '../database/statements.js';
import type { DerivedRow } from './derived-rows.js';

/** What must be done to some rows so that they become others. */
export interface RowDifference {
  readonly removed: readonly DerivedRow[];
  readonly added: readonly DerivedRow[];
  /** Each with those values only that differ. */
  readonly changed: readonly DerivedRow[];
}

export function rowDifference(before: readonly DerivedRow[], after: readonly DerivedRow[]): RowDifference {
  const earlier = new Map(before.map((row) => [identity(row), row]));
  const later = new Set(after.map(identity));
  const changed: DerivedRow[] = [];
  const added: DerivedRow[] = [];
  for (const row of after) {
    const present = earlier.get(identity(row));
    if (present === undefined) added.push(row);
    else {
      const values = differing(present.values, row.values);
      if (Object.keys(values).length > 0) changed.push({ ...row, values });
    }
  }
  return { removed: before.filter((row) => !later.has(identity(row))), added, changed };
}

function identity({ table, key }: DerivedRow): string {
  return [table, ...Object.values(key).map(comparable)].join(' ');
}

function differing(before: Row, after: Row): Row {
  return Object.fromEntries(
    Object.entries(after).filter(
      ([column, value]) => comparable(before[column] ?? null) !== comparable(value),
    ),
  );
}

/** Numbers count by their digits: drivers give large ones as texts. */
function comparable(value: SqlValue): string {
  if (value === null) return 'null';
  return Buffer.isBuffer(value) ? `x${value.toString('hex')}` : String(value);
}
