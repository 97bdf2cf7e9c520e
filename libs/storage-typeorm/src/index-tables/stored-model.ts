import type { Bundle, StoredModel } from '@content-service/bundles';
import type { Reads } from '../database/session.js';
import { sql } from '../database/sql.js';

interface BundleRow {
  readonly entity_type: string;
  readonly bundle: string;
  readonly since: number;
  readonly definition: string;
}

/** What is kept as JSON of a bundle. */
type Definition = Pick<Bundle, 'label' | 'description' | 'fields'>;

/** Version and bundles in one statement, so that they belong together. */
export async function readModel(reads: Reads): Promise<StoredModel> {
  const rows = await reads.rows<{ version: number } & (BundleRow | { entity_type: null })>(
    sql`SELECT g.value AS version, b.entity_type, b.bundle, b.since, b.definition
        FROM generation g LEFT JOIN bundle b ON 1 = 1 WHERE g.area = 'model' ORDER BY b.born`,
  );
  return {
    version: rows[0]?.version ?? 0,
    bundles: rows.flatMap((row) => (row.entity_type === null ? [] : [toBundle(row)])),
  };
}

export function toDefinition({ label, description, fields }: Definition): string {
  return JSON.stringify({ label, description, fields });
}

function toBundle({ entity_type, bundle, since, definition }: BundleRow): Bundle {
  return { entityType: entity_type, bundle, ...(JSON.parse(definition) as Definition), since };
}
