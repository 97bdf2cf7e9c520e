import type { EntityManager, ObjectLiteral, Repository } from 'typeorm';
import type { Entity } from '../entities/entity.js';
import type { EventLoopTurns } from './event-loop-turns.js';

/** The values that drivers can bind. */
export type SqlValue = string | number | bigint | Buffer | null;

/** A piece of SQL and the values of its placeholders, in their order. */
export class Sql {
  constructor(
    readonly text: string,
    readonly values: readonly SqlValue[] = [],
  ) {}
}

/**
 * Builds SQL whose text contains no values: other pieces are inserted, all other parts are bound.
 *
 * @example sql`SELECT id FROM entry WHERE id = ${bytes} ${dialect.forUpdate}`
 */
export function sql(texts: TemplateStringsArray, ...parts: readonly (Sql | SqlValue)[]): Sql {
  let text = texts[0] ?? '';
  const values: SqlValue[] = [];
  for (let n = 0; n < parts.length; n += 1) {
    const part = parts[n] ?? null;
    text += (part instanceof Sql ? part.text : '?') + (texts[n + 1] ?? '');
    if (part instanceof Sql) for (const value of part.values) values.push(value);
    else values.push(part);
  }
  return new Sql(text, values);
}

/** A name or keyword of the service or the content model, never text of a request. */
export function raw(text: string): Sql {
  return new Sql(text);
}

export function join(parts: readonly Sql[], separator = ', '): Sql {
  return new Sql(
    parts.map(({ text }) => text).join(separator),
    parts.flatMap(({ values }) => values),
  );
}

export const TRUE = raw('1 = 1');
export const FALSE = raw('1 = 0');

/** The conjunction of conditions; TRUE without a condition. */
export function all(conditions: readonly Sql[]): Sql {
  if (conditions.includes(FALSE)) return FALSE;
  const needed = conditions.filter((condition) => condition !== TRUE);
  return needed.length === 0 ? TRUE : combine(needed, ' AND ');
}

/** The disjunction of conditions; FALSE without a condition. */
export function any(conditions: readonly Sql[]): Sql {
  if (conditions.includes(TRUE)) return TRUE;
  const possible = conditions.filter((condition) => condition !== FALSE);
  return possible.length === 0 ? FALSE : combine(possible, ' OR ');
}

/** Only for conditions that are never NULL. */
export function not(condition: Sql): Sql {
  if (condition === TRUE) return FALSE;
  return condition === FALSE ? TRUE : sql`NOT (${condition})`;
}

function combine(conditions: readonly Sql[], word: string): Sql {
  const [only] = conditions;
  return conditions.length === 1 && only !== undefined ? only : sql`(${join(conditions, word)})`;
}

/** A row to store, by column. */
export type Row = Readonly<Record<string, SqlValue>>;

/**
 * The lengths of lists. Lists are padded to the next length, so that few different statements exist and drivers find them
 * in their cache.
 */
const LIST_SIZES = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

const LIST_MAXIMUM = 1000;

/** `(?, ?, …)` for IN; the last value is repeated to fill the list. At least one value, at most `LIST_MAXIMUM`. */
export function toParameterList(values: readonly (Sql | SqlValue)[]): Sql {
  const [first] = values;
  if (values.length === 1 && first !== undefined && !(first instanceof Sql)) return new Sql('(?)', [first]);
  const size = LIST_SIZES.find((size) => size >= values.length) ?? values.length;
  const filled = [...values, ...Array<Sql | SqlValue>(size - values.length).fill(values.at(-1) ?? null)];
  return new Sql(
    `(${filled.map((value) => (value instanceof Sql ? value.text : '?')).join(', ')})`,
    filled.flatMap((value) => (value instanceof Sql ? value.values : [value])),
  );
}

/** Runs a statement with an IN list once for each part of the list, and returns all rows. */
export async function queryInBatches<T, Found>(
  values: readonly T[],
  find: (part: readonly T[]) => Promise<readonly Found[]>,
): Promise<Found[]> {
  const found: Found[] = [];
  for (let at = 0; at < values.length; at += LIST_MAXIMUM)
    found.push(...(await find(values.slice(at, at + LIST_MAXIMUM))));
  return found;
}

/** @param values what each column becomes: a value, or an expression of the row as it was */
export function updateStatement(
  table: string,
  values: Readonly<Record<string, Sql | SqlValue>>,
  where: Sql,
): Sql {
  const changes = Object.entries(values).map(([column, value]) => sql`${raw(column)} = ${value}`);
  return sql`UPDATE ${raw(table)} SET ${join(changes)} WHERE ${where}`;
}

/** `a = ? AND b = ?` */
export function equalsAll(key: Row): Sql {
  return join(
    Object.entries(key).map(([column, value]) => sql`${raw(column)} = ${value}`),
    ' AND ',
  );
}

/** A source of rows: the database itself, or one connection. */
export interface Queryable {
  query<Found>(statement: Sql): Promise<Found[]>;
}

/** Runs the statements of one connection. */
export interface StatementRunner {
  /**
   * How many batches of statements may be in flight: none where each statement is sent alone; several where the runner runs
   * nothing more of a transaction after a statement has failed.
   */
  readonly batchesInFlight: number;
  /**
   * @param preceding statements without a result that are sent with this one, and run before it
   * @returns rows
   */
  query(statement: Sql, preceding: readonly Sql[]): Promise<readonly unknown[]>;
  /** The same for a statement that changes rows. @returns how many */
  execute(statement: Sql, preceding: readonly Sql[]): Promise<number>;
}

/** Runs a statement and may measure it. */
export type Measure = <T>(statement: Sql, run: () => Promise<T>) => Promise<T>;

const runDirectly: Measure = (_, run) => run();

const ROLLBACK = raw('ROLLBACK');

/** Bounds of one batch: a packet to a server, below `max_allowed_packet`, or a message to a thread. */
const BATCH = { statements: 50, bytes: 1_000_000 };

export interface ConnectionOptions {
  /** For a synchronous driver. */
  readonly turns?: EventLoopTurns | undefined;
  /** Runs each statement, or the last one of several that are sent together. */
  readonly measure?: Measure | undefined;
  readonly createManager: (connection: DbConnection) => EntityManager;
}

/** One connection during its use. */
export class DbConnection implements Queryable {
  private deferred: Sql[] = [];
  private deferredBytes = 0;
  /** What was sent before while the next batch is collected, in its order. */
  private inFlight: Promise<unknown>[] = [];
  private readonly turns: EventLoopTurns | undefined;
  private readonly measure: Measure;
  private readonly createManager: (connection: DbConnection) => EntityManager;
  private manager: EntityManager | undefined;

  constructor(
    private readonly runner: StatementRunner,
    { turns, measure = runDirectly, createManager }: ConnectionOptions,
  ) {
    this.turns = turns;
    this.measure = measure;
    this.createManager = createManager;
  }

  /** Whether statements run on the thread of the event loop. */
  get isSynchronous(): boolean {
    return this.turns !== undefined;
  }

  /** TypeORM's repository of a table, whose statements run on this connection and in its transaction. */
  repository<T extends ObjectLiteral>({ table }: Entity<T>): Repository<T> {
    this.manager ??= this.createManager(this);
    return this.manager.getRepository<T>(table);
  }

  /** @typeParam Found the columns that the statement selects, as the driver gives them */
  async query<Found>(statement: Sql): Promise<Found[]> {
    await this.settle();
    await this.turns?.beforeStatement();
    const found = await this.measure(statement, () => this.runner.query(statement, this.takeDeferred()));
    // A copy, because native drivers make arrays that are foreign to a sandbox such as Jest's.
    return [...(found as Found[])];
  }

  /** @returns the number of changed rows; engines may count rows that had the values already */
  async execute(statement: Sql): Promise<number> {
    await this.settle();
    await this.turns?.beforeStatement();
    return this.executeWithDeferred(statement);
  }

  /**
   * A statement of a transaction without a result, which is sent with the next one where the engine can: each round trip to
   * a server costs more than most statements. Its error is thrown by the statement that it is sent with or by the next one,
   * at the latest by COMMIT, which is sent only after all others have succeeded.
   */
  async defer(statement: Sql): Promise<void> {
    const { batchesInFlight } = this.runner;
    if (batchesInFlight === 0) {
      await this.execute(statement);
      return;
    }
    const bytes = measureBytes(statement);
    const isFull = this.deferred.length >= BATCH.statements || this.deferredBytes + bytes > BATCH.bytes;
    if (isFull && this.deferred.length > 0) {
      while (this.inFlight.length >= batchesInFlight) await this.inFlight.shift();
      const sent = this.executeWithDeferred(statement);
      // Thrown by a later statement.
      sent.catch(() => undefined);
      this.inFlight.push(sent);
      return;
    }
    this.deferred.push(statement);
    this.deferredBytes += bytes;
  }

  /**
   * Takes back the transaction, which can only fail from here on. It can read then what others have stored: PostgreSQL
   * answers no statement of a transaction behind one that failed.
   */
  async rollback(): Promise<void> {
    await this.settle().catch(() => undefined);
    this.takeDeferred();
    await this.execute(ROLLBACK);
  }

  /** Waits for what is in flight. @throws the first error */
  private async settle(): Promise<void> {
    if (this.inFlight.length === 0) return;
    const { inFlight } = this;
    this.inFlight = [];
    await Promise.allSettled(inFlight);
    await Promise.all(inFlight);
  }

  private async executeWithDeferred(statement: Sql): Promise<number> {
    const previous = this.inFlight.at(-1);
    if (previous === undefined)
      return this.measure(statement, () => this.runner.execute(statement, this.takeDeferred()));
    const answer = this.runner.execute(statement, this.takeDeferred());
    // Awaited below.
    answer.catch(() => undefined);
    // Its time begins when the one before it ends.
    await Promise.allSettled([previous]);
    return this.measure(statement, () => answer);
  }

  private takeDeferred(): readonly Sql[] {
    const { deferred } = this;
    this.deferred = [];
    this.deferredBytes = 0;
    return deferred;
  }
}

/** About as many bytes as the statement has with its values. */
function measureBytes({ text, values }: Sql): number {
  let bytes = text.length;
  for (const value of values) {
    if (typeof value === 'string') bytes += value.length;
    // As hexadecimal digits.
    else bytes += Buffer.isBuffer(value) ? 2 * value.length : 20;
  }
  return bytes;
}
