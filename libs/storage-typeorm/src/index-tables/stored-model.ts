import type { Bundle, StoredModel } from '@content-service/bundles';
import { type Queryable, sql } from '../database/sql.js';

interface BundleRow {
  readonly entity_type: string;
  readonly bundle: string;
  readonly since: number;
  readonly definition: string;
}

/** The members of a bundle that are stored as JSON. */
type Definition = Pick<Bundle, 'label' | 'description' | 'fields'>;

/** Version and bundles, read by one statement to be consistent. */
export async function readModel(queryable: Queryable): Promise<StoredModel> {
  const rows = await queryable.query<{ version: number } & (BundleRow | { entity_type: null })>(
    sql`SELECT g.value AS version, b.entity_type, b.bundle, b.since, b.definition
        FROM generation g LEFT JOIN bundle b ON 1 = 1 WHERE g.area = 'model' ORDER BY b.born`,
  );
  return {
    version: rows[0]?.version ?? 0,
    bundles: rows.flatMap((row) => (row.entity_type === null ? [] : [toBundle(row)])),
  };
}

export function serializeDefinition({ label, description, fields }: Definition): string {
  return JSON.stringify({ label, description, fields });
}

function toBundle({ entity_type, bundle, since, definition }: BundleRow): Bundle {
  return { entityType: entity_type, bundle, ...(JSON.parse(definition) as Definition), since };
}
