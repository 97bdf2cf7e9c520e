import type { ResourceType } from '@content-service/bundles';
import type { Database } from '../database/database.js';
import type { Session } from '../database/session.js';
import { any, raw, sql } from '../database/sql.js';
import { inserts } from '../database/statements.js';
import { isInLine, planLayout } from './layout-plan.js';
import { type Layouts, readProperties, readTypes } from './layouts.js';
import type { PropertyRow } from './property-row.js';
import { makeTable } from './type-tables.js';
import { repairType } from './repair.js';

type Prolong = () => Promise<void>;

/**
 * Brings the derived tables of a resource type in line with its fields. First what is new is made and filled, while
 * nobody asks for it (`prepare`); then it comes into use in the transaction that changes the model (`adopt`). Both can be
 * repeated after a crash at any moment, and one process at a time may do them.
 */
export class IndexUpkeep {
  constructor(
    private readonly database: Database,
    private readonly layouts: Layouts,
  ) {}

  /** Whether nothing is to be done for these types. */
  async isInLine(types: readonly ResourceType[]): Promise<boolean> {
    const stored = await readTypes(this.database);
    const rows = await readProperties(this.database);
    return types.every((type) => {
      const row = stored.find(({ name }) => name === type.name);
      return row?.present === 1 && isInLine(planLayout(type, row.id, ofType(rows, row.id)));
    });
  }

  /** @param prolong keeps the right to do it, and is called last, too, so that nobody adopts who lost it */
  async prepare(type: ResourceType, prolong: Prolong): Promise<void> {
    const typeId = await this.database.transaction((session) => this.plan(session, type));
    const rows = ofType(await readProperties(this.database), typeId);
    await makeTable(this.database, type, typeId, rows, prolong);
    const begun = planLayout(type, typeId, rows).begun;
    if (begun.length > 0) await this.startWriting(typeId, begun);
    if (await this.hasValues(typeId, begun))
      await repairType(this.database, this.layouts, type.name, prolong);
    await prolong();
  }

  /** @param since the model version that last changed the type */
  async adopt(session: Session, type: ResourceType, since: number): Promise<void> {
    const typeId = await idOfType(session, type.name);
    const plan = planLayout(type, typeId, ofType(await readProperties(session), typeId));
    await setState(session, plan.begun, 'ready');
    await setState(session, plan.retired, 'gone');
    for (const { id } of plan.widened)
      await session.run(sql`UPDATE model_property SET multiple = 1 WHERE id = ${id}`);
    await session.run(
      sql`UPDATE resource_type SET present = 1, since = ${since}, layout = layout + 1 WHERE id = ${typeId}`,
    );
  }

  /** Gives ids to the type and its new properties. @returns the id of the type */
  private async plan(session: Session, type: ResourceType): Promise<number> {
    const stored = await readTypes(session);
    const known = stored.find(({ name }) => name === type.name);
    const typeId = known?.id ?? nextId(stored);
    if (known === undefined) {
      const row = { id: typeId, name: type.name, present: 0, since: 0, layout: 0 };
      for (const statement of inserts('resource_type', [row])) await session.run(statement);
    }
    const rows = await readProperties(session);
    const first = nextId(rows);
    const added = planLayout(type, typeId, ofType(rows, typeId)).added.map((property, n) => ({
      id: first + n,
      ...property,
    }));
    for (const statement of inserts('model_property', added)) await session.run(statement);
    return typeId;
  }

  /**
   * Whether documents may have values of these fields already, such as of one that was removed and is put back. To look
   * for the names takes a small part of the time that filling the columns does.
   */
  private async hasValues(typeId: number, begun: readonly PropertyRow[]): Promise<boolean> {
    const { dialect } = this.database;
    const fields = new Set(begun.map(({ field }) => JSON.stringify(field) + ':'));
    const mentions = [...fields].flatMap((key) =>
      ['attributes', 'relationships'].map((column) => dialect.contains(raw(column), key)),
    );
    const found = await this.database.rows(
      sql`SELECT 1 FROM entry WHERE type_id = ${typeId} AND ${any(mentions)} LIMIT 1`,
    );
    return found.length > 0;
  }

  /** From now on whoever writes an entry fills the new columns, too. */
  private async startWriting(typeId: number, begun: readonly PropertyRow[]): Promise<void> {
    await this.database.transaction(async (session) => {
      await setState(session, begun, 'building');
      await session.run(sql`UPDATE resource_type SET layout = layout + 1 WHERE id = ${typeId}`);
    });
    this.layouts.forget();
  }
}

async function setState(
  session: Session,
  rows: readonly PropertyRow[],
  state: PropertyRow['state'],
): Promise<void> {
  for (const { id } of rows)
    await session.run(sql`UPDATE model_property SET state = ${state} WHERE id = ${id}`);
}

async function idOfType(session: Session, name: string): Promise<number> {
  const found = (await readTypes(session)).find((row) => row.name === name);
  if (found === undefined) throw new Error(`The resource type ${name} was not prepared.`);
  return found.id;
}

function ofType(rows: readonly PropertyRow[], typeId: number): PropertyRow[] {
  return rows.filter(({ type_id }) => type_id === typeId);
}

function nextId(rows: readonly { readonly id: number }[]): number {
  return Math.max(0, ...rows.map(({ id }) => id)) + 1;
}
