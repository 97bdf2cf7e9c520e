import { ContentModel, type Property, type ValueKind } from '@content-service/bundles';
import type { Database } from '../database/database.js';
import {
  type DbConnection,
  queryInBatches,
  type Queryable,
  sql,
  type Sql,
  toParameterList,
} from '../database/sql.js';
import type { Dialect } from '../dialects/dialect.js';
import { readModel } from './stored-model.js';

/**
 * Where the index keeps a property: in a column of its type's own table, in the table of multi-valued properties, or in
 * that of long texts. References are always in the table of linkage, those to one target in a column as well. The words of
 * texts are in the table of full text search.
 */
type Placement = 'column' | 'multi' | 'text' | 'linkage' | 'search';

interface Indexed {
  /** Stable, and never used for another property: the `prop_id` of rows, and the name of a column. */
  readonly id: number;
  readonly field: string;
  /** Whether queries use it; before that it is only filled. */
  readonly ready: boolean;
}

export interface IndexedValue extends Indexed {
  readonly property: Property;
  readonly multiple: boolean;
  readonly placement: 'column' | 'multi' | 'text';
}

export interface IndexedReference extends Indexed {
  readonly placement: 'column' | 'linkage';
}

/** The words of a property. */
export interface IndexedSearch extends Indexed {
  /** Empty for the value of a plain field. */
  readonly property: string;
}

/** The derived tables of one resource type. */
export interface TypeIndexSchema {
  readonly id: number;
  readonly name: string;
  /** Its own table. */
  readonly table: string;
  /** Whether the content model has the type. */
  readonly present: boolean;
  /** The model version that last changed it. */
  readonly since: number;
  /** Increases with every change of the columns and rows that writes fill. */
  readonly layout: number;
  readonly values: readonly IndexedValue[];
  readonly references: readonly IndexedReference[];
  readonly search: readonly IndexedSearch[];
}

/** The derived tables at one version of the content model. */
export class IndexSchema {
  private readonly byName: ReadonlyMap<string, TypeIndexSchema>;
  private readonly byId: ReadonlyMap<number, TypeIndexSchema>;

  constructor(
    readonly model: ContentModel,
    readonly types: readonly TypeIndexSchema[],
  ) {
    this.byName = new Map(types.map((type) => [type.name, type]));
    this.byId = new Map(types.map((type) => [type.id, type]));
  }

  find(name: string): TypeIndexSchema | undefined {
    return this.byName.get(name);
  }

  findById(id: number): TypeIndexSchema | undefined {
    return this.byId.get(id);
  }
}

/** The stored property of a query; a property whose definition has changed since is another one. */
export function findValue(
  type: TypeIndexSchema,
  field: string,
  property: Property,
  multiple: boolean,
): IndexedValue | undefined {
  return type.values.find(
    (value) =>
      value.ready &&
      value.field === field &&
      value.multiple === multiple &&
      value.property.name === property.name &&
      value.property.kind === property.kind &&
      value.property.caseSensitive === property.caseSensitive &&
      value.property.scale === property.scale,
  );
}

export function findReference(
  type: TypeIndexSchema,
  field: string,
  placement: IndexedReference['placement'],
): IndexedReference | undefined {
  return type.references.find(
    (reference) => reference.ready && reference.field === field && reference.placement === placement,
  );
}

/** Each name is made once: a text that was just built has to be interned before it can be the key of an object. */
const COLUMN_NAMES: string[] = [];

export const formatTableName = (typeId: number): string => `ix_${typeId}`;
export const formatColumnName = ({ id }: { readonly id: number }): string => (COLUMN_NAMES[id] ??= `c${id}`);
/** The column beside it that holds what the text operators look at. */
export const formatTextColumnName = ({ id }: { readonly id: number }): string => `t${id}`;

interface TypeRow {
  readonly id: number;
  readonly name: string;
  readonly present: number;
  readonly since: number;
  readonly layout: number;
}

/**
 * The index schema, cached in this process and reloaded when it is outdated. A transaction loads it through its own
 * connection: waiting for a second connection could deadlock a pool full of transactions.
 */
export class IndexSchemaCache {
  private cached: IndexSchema | undefined;
  private invalidated = 0;

  constructor(private readonly database: Database) {}

  get dialect(): Dialect {
    return this.database.dialect;
  }

  async current(queryable: Queryable = this.database): Promise<IndexSchema> {
    if (this.cached !== undefined) return this.cached;
    const before = this.invalidated;
    const indexSchema = await readIndexSchema(queryable);
    // The result may be outdated by now.
    if (this.invalidated === before) this.cached = indexSchema;
    return indexSchema;
  }

  /** The index schema with these types; an unknown type was created by another process. */
  async withTypes(typeIds: ReadonlySet<number>, queryable: Queryable): Promise<IndexSchema> {
    const known = await this.current(queryable);
    if ([...typeIds].every((id) => known.findById(id) !== undefined)) return known;
    this.invalidate();
    return this.current(queryable);
  }

  invalidate(): void {
    this.invalidated += 1;
    this.cached = undefined;
  }

  /** @param version the version of the content model that the database has now */
  invalidateIfOlder(version: number): void {
    if (this.cached?.model.version !== version) this.invalidate();
  }

  /**
   * The schema to write by in this transaction. Locks the rows of the named types, so that neither their schema nor their
   * model version changes until its end.
   */
  async lockTypes(connection: DbConnection, types: readonly string[]): Promise<IndexSchema> {
    const rows = await queryInBatches(types, (part) => connection.query<TypeRow>(this.lockStatement(part)));
    const known = await this.current(connection);
    if (rows.every((row) => isUnchanged(row, known.find(row.name)))) return known;
    this.invalidate();
    return this.current(connection);
  }

  /** Locks the row of a type with the next statement of the transaction, which is to check it. */
  async deferLock(connection: DbConnection, { name }: TypeIndexSchema): Promise<void> {
    if (!this.dialect.singleWriter) await connection.defer(this.lockStatement([name]));
  }

  private lockStatement(types: readonly string[]): Sql {
    return sql`SELECT id, name, present, since, layout FROM resource_type WHERE name IN ${toParameterList(types)}
      ${this.dialect.forShare}`;
  }
}

function isUnchanged(row: TypeRow, known: TypeIndexSchema | undefined): boolean {
  return known?.layout === row.layout && known.since === row.since && known.present === (row.present === 1);
}

/**
 * Reads the versions first, so that a change during the reads is noticed. A type that was never cut over has an id only,
 * and perhaps no table.
 */
async function readIndexSchema(queryable: Queryable): Promise<IndexSchema> {
  const { version, bundles } = await readModel(queryable);
  const types = await readTypes(queryable);
  const properties = await readProperties(queryable);
  return new IndexSchema(
    new ContentModel(version, bundles),
    types.filter(({ layout }) => layout > 0).map((type) => toTypeIndexSchema(type, properties)),
  );
}

export function readTypes(queryable: Queryable): Promise<TypeRow[]> {
  return queryable.query<TypeRow>(
    sql`SELECT id, name, present, since, layout FROM resource_type ORDER BY id`,
  );
}

export function readProperties(queryable: Queryable): Promise<PropertyRow[]> {
  return queryable.query<PropertyRow>(sql`SELECT id, type_id, field, property, kind, case_sensitive, scale, multiple,
    placement, state FROM model_property ORDER BY id`);
}

function toTypeIndexSchema(
  { present, ...type }: TypeRow,
  properties: readonly PropertyRow[],
): TypeIndexSchema {
  const written = properties.filter((row) => row.type_id === type.id && isWritten(row));
  return {
    ...type,
    present: present === 1,
    table: formatTableName(type.id),
    values: written.map(toIndexedValue).filter((value) => value !== undefined),
    references: written.map(toIndexedReference).filter((reference) => reference !== undefined),
    search: written.filter(isSearchRow).map(({ id, field, property, state }) => {
      return { id, field, property, ready: state === 'ready' };
    }),
  };
}

/**
 * `planned`: has an id, but perhaps no column yet. `building`: written, but not used by queries. `ready`: written and used
 * by queries. `gone`: neither, but its columns or rows may exist. `dropped`: only its id is left.
 */
type PropertyState = 'planned' | 'building' | 'ready' | 'gone' | 'dropped';

/** A row of `model_property`. */
export interface PropertyRow {
  readonly id: number;
  readonly type_id: number;
  readonly field: string;
  /** Empty for a plain field, and for references. */
  readonly property: string;
  /** `reference` for search words, too: processes of the previous version ignore references whose placement they do not know. */
  readonly kind: ValueKind | 'reference';
  readonly case_sensitive: number;
  readonly scale: number;
  /** For linkage: whether some entry may have several targets, also from a time when the field allowed them. */
  readonly multiple: number;
  readonly placement: Placement;
  readonly state: PropertyState;
}

/** Whether writes of entries fill it. */
function isWritten({ state }: PropertyRow): boolean {
  return state === 'building' || state === 'ready';
}

/** Whether it is the words of a property. */
export function isSearchRow({ placement }: Pick<PropertyRow, 'placement'>): boolean {
  return placement === 'search';
}

function toIndexedValue(row: PropertyRow): IndexedValue | undefined {
  const { id, field, kind, placement, state } = row;
  if (kind === 'reference' || placement === 'linkage' || placement === 'search') return undefined;
  const property = {
    name: row.property,
    kind,
    caseSensitive: row.case_sensitive === 1,
    scale: row.scale,
  };
  return { id, field, ready: state === 'ready', property, multiple: row.multiple === 1, placement };
}

function toIndexedReference(row: PropertyRow): IndexedReference | undefined {
  const { id, field, kind, placement, state } = row;
  if (kind !== 'reference' || (placement !== 'column' && placement !== 'linkage')) return undefined;
  return { id, field, ready: state === 'ready', placement };
}

export async function setState(
  connection: DbConnection,
  rows: readonly PropertyRow[],
  state: PropertyRow['state'],
): Promise<void> {
  for (const { id } of rows)
    await connection.execute(sql`UPDATE model_property SET state = ${state} WHERE id = ${id}`);
}
