import { ContentModel } from '@content-service/bundles';
import type { Database } from '../database/database.js';
import type { Reads, Session } from '../database/session.js';
import { sql } from '../database/sql.js';
import { inLists, list } from '../database/statements.js';
import { Layout, tableOf, type TypeLayout } from './layout.js';
import { isWritten, type PropertyRow, toIndexedReference, toIndexedValue } from './property-row.js';
import { readModel } from './stored-model.js';

interface TypeRow {
  readonly id: number;
  readonly name: string;
  readonly present: number;
  readonly since: number;
  readonly layout: number;
}

/**
 * This process's copy of the layout, read again whenever it turns out to be outdated. A transaction reads it through its
 * own connection: if it waited for another one, a pool full of transactions would wait for ever.
 */
export class Layouts {
  private known: Layout | undefined;
  private forgotten = 0;

  constructor(private readonly database: Database) {}

  async current(reads: Reads = this.database): Promise<Layout> {
    if (this.known !== undefined) return this.known;
    const before = this.forgotten;
    const layout = await readLayout(reads);
    // What was read may be outdated by now.
    if (this.forgotten === before) this.known = layout;
    return layout;
  }

  /** The layout with these types: what is stored of a type that is not known yet was made by another process. */
  async having(typeIds: ReadonlySet<number>, reads: Reads): Promise<Layout> {
    const known = await this.current(reads);
    if ([...typeIds].every((id) => known.findById(id) !== undefined)) return known;
    this.forget();
    return this.current(reads);
  }

  forget(): void {
    this.forgotten += 1;
    this.known = undefined;
  }

  /** @param version the version of the content model that the database has now */
  noticeModelVersion(version: number): void {
    if (this.known?.model.version !== version) this.forget();
  }

  /**
   * The layout as it must be written in this transaction: until its end nobody changes that of the types named, nor
   * their model version.
   */
  async locked(session: Session, types: readonly string[]): Promise<Layout> {
    const rows = await inLists(types, (part) =>
      session.rows<TypeRow>(
        sql`SELECT id, name, present, since, layout FROM resource_type WHERE name IN ${list(part)}
            ${this.database.dialect.forShare}`,
      ),
    );
    const known = await this.current(session);
    if (rows.every((row) => isUnchanged(row, known.find(row.name)))) return known;
    this.forget();
    return this.current(session);
  }
}

function isUnchanged(row: TypeRow, known: TypeLayout | undefined): boolean {
  return known?.layout === row.layout && known.since === row.since && known.present === (row.present === 1);
}

/**
 * What is compared to notice a change is read first, so that a change in between is noticed, too. A type that nobody ever
 * wrote has no more than an id: perhaps not even a table.
 */
async function readLayout(reads: Reads): Promise<Layout> {
  const { version, bundles } = await readModel(reads);
  const types = await readTypes(reads);
  const properties = await readProperties(reads);
  return new Layout(
    new ContentModel(version, bundles),
    types.filter(({ layout }) => layout > 0).map((type) => toTypeLayout(type, properties)),
  );
}

export function readTypes(reads: Reads): Promise<TypeRow[]> {
  return reads.rows<TypeRow>(sql`SELECT id, name, present, since, layout FROM resource_type ORDER BY id`);
}

export function readProperties(reads: Reads): Promise<PropertyRow[]> {
  return reads.rows<PropertyRow>(sql`SELECT id, type_id, field, property, kind, case_sensitive, scale, multiple,
    placement, state FROM model_property ORDER BY id`);
}

function toTypeLayout({ present, ...type }: TypeRow, properties: readonly PropertyRow[]): TypeLayout {
  const written = properties.filter((row) => row.type_id === type.id && isWritten(row));
  return {
    ...type,
    present: present === 1,
    table: tableOf(type.id),
    values: written.map(toIndexedValue).filter((value) => value !== undefined),
    references: written.map(toIndexedReference).filter((reference) => reference !== undefined),
  };
}
