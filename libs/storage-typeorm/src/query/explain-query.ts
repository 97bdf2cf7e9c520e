import type { ExplainedStatement, PlanStep, QueryExplanation } from '@content-service/entries';
import { formatUuid } from '@content-service/kernel';
import type { ReadOptions } from '../database/database.js';
import { type Queryable, type Sql, sql, type SqlValue } from '../database/sql.js';
import { readCount } from '../entries/entry-counts.js';
import { adviseOn } from '../plan/advise.js';
import { describeAccess, describeCount } from '../plan/describe-plan.js';
import type { CountPlan, PageQuery } from '../plan/plan.js';
import { planCount, planPage } from '../plan/plan-page.js';
import type { TableStatistics } from '../plan/statistics.js';
import { countToSql } from '../sql/count-to-sql.js';
import { type QueryRun, type Read, readPage, readStatistics, type StatementPurpose } from './read-page.js';

/** A statement that a read sends. */
interface RecordedStatement {
  readonly purpose: StatementPurpose;
  readonly statement: Sql;
}

/**
 * Plans a page and its total as a read does, and asks the engine how it would run their statements. The statements of the page
 * and of the total are not run; the others are, since the plan and the bounds of a page depend on them: each reads a bounded
 * number of rows of an index.
 *
 * @param database its own plans, and the counters
 */
export async function explainQuery(
  query: PageQuery,
  { read, statistics, options }: QueryRun,
  database: Queryable,
): Promise<QueryExplanation> {
  const { dialect } = options;
  const type = statistics.catalog.findType(query.type);
  // A process learns the total of a type when it counts it for the first time.
  const counted = type === undefined ? 0 : await readCount(database, type, false);
  const known: TableStatistics = { ...statistics, total: Math.max(statistics.total, counted) };
  const recorded: RecordedStatement[] = [];
  const recordingRead: Read = async <Found>(
    statement: Sql,
    purpose: StatementPurpose,
    options: ReadOptions,
  ) => {
    recorded.push({ purpose, statement });
    return purpose === 'page' ? [] : read<Found>(statement, purpose, options);
  };
  const run = { read: recordingRead, statistics: known, options };
  const plan = planPage(query, await readStatistics(query, run), dialect);
  await readPage(plan, run);
  const count = planCount(query, known);
  if (count !== undefined) recorded.push({ purpose: 'total', statement: await toCountStatement(count, run) });
  return {
    engine: dialect.name,
    entries: known.total,
    page: plan.accesses.map(describeAccess),
    total: count === undefined ? NO_ENTRIES : describeCount(count),
    statements: await Promise.all(recorded.map((statement) => explainStatement(statement, run, database))),
    advice: type === undefined ? [] : adviseOn(query, type, known.catalog),
  };
}

const NO_ENTRIES: PlanStep = { access: 'none', description: 'The type has no table yet.', details: [] };

async function toCountStatement(plan: CountPlan, { options }: QueryRun): Promise<Sql> {
  if (plan.kind !== 'counter') return countToSql(plan, options);
  let counters = sql``;
  const recorder: Queryable = {
    query: (statement) => {
      counters = statement;
      return Promise.resolve([]);
    },
  };
  await readCount(recorder, plan.type, plan.publishedOnly);
  return counters;
}

async function explainStatement(
  { purpose, statement }: RecordedStatement,
  { options: { dialect } }: QueryRun,
  database: Queryable,
): Promise<ExplainedStatement> {
  const rows = await database.query<Readonly<Record<string, unknown>>>(sql`${dialect.explain} ${statement}`);
  return {
    purpose,
    text: statement.text.replaceAll(/\s+/g, ' '),
    parameters: statement.values.map(toParameter),
    enginePlan: rows.map((row) => dialect.formatPlanRow(row)),
  };
}

const UUID_BYTES = 16;

function toParameter(value: SqlValue): string | number | null {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (!Buffer.isBuffer(value)) return value;
  const text = value.toString();
  if (Buffer.from(text).equals(value) && !/\p{Cc}/u.test(text)) return text;
  return value.length === UUID_BYTES ? formatUuid(value) : `0x${value.toString('hex')}`;
}
