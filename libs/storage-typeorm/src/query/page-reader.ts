import type { EntryQuery, KeysetPosition, KeysetQuery } from '@content-service/entries';
import { formatUuid, type Uuid } from '@content-service/kernel';
import type { ReadOptions } from '../database/database.js';
import type { Sql } from '../database/sql.js';
import type { QueryWriter } from './joins.js';
import { type KeysetRow, keysetToSql, toKeysetOrder } from './keyset-to-sql.js';
import { isHeavyPage } from './query-cost.js';
import { idsToSql, type PageOrder, toOffsetOrder } from './query-to-sql.js';
import {
  findFilteredGroup,
  findFirstKeyGroup,
  type FirstKeyRow,
  type GroupScan,
  type RowGroup,
} from './row-group.js';
import { boundAtToSql, sortBoundToSql, type SortBoundRow } from './sort-bound.js';

/** Rows of a group that are counted in this process, at 0.1 µs each. */
const COUNT_MAXIMUM = 10_000;

/** Times as many rows of an order are read as have a page of a group among them when the two are independent. */
const REACH = 4;

/** Reads the rows of a statement. */
export type Read = <Found>(statement: Sql, options?: ReadOptions) => Promise<Found[]>;

type PageQuery = EntryQuery | KeysetQuery;

interface LargeGroup extends Pick<RowGroup, 'keys' | 'remaining'>, Pick<GroupScan, 'restrict'> {
  /** Rows of the remaining order within which a page is looked for. */
  readonly reach: number;
}

/** Reads the pages of a type with statements that sort few rows. */
export class PageReader {
  /**
   * @param total how many entries the type has, as far as known
   * @param largeType with fewer entries, all rows of a group are sorted as fast
   */
  constructor(
    private readonly read: Read,
    private readonly writer: QueryWriter,
    private readonly total: number,
    private readonly largeType: number,
  ) {}

  /** The ids of a window, and of one entry behind it. */
  async readIds(query: EntryQuery): Promise<Uuid[]> {
    const order = toOffsetOrder(query);
    const heavy = isHeavyPage(query);
    const group = await this.findLargeGroup(query, query.offset + query.limit + 1, heavy);
    const found = group === undefined ? [] : await this.readGroupIds(query, group);
    // Fewer are the last of their group, or lie beyond its reach.
    const rows = found.length > query.limit ? found : await this.readIdRows(query, order, heavy);
    return rows.map(({ id }) => formatUuid(id));
  }

  private async readGroupIds(query: EntryQuery, group: LargeGroup): Promise<IdRow[]> {
    const within = { ...query, ...group.remaining };
    const order = await this.limitReach(within, toOffsetOrder(query), group.reach);
    return this.readIdRows(within, group.restrict(order), true);
  }

  private readIdRows(query: EntryQuery, order: PageOrder, heavy: boolean): Promise<IdRow[]> {
    return this.readBounded(query, order, heavy, async (bounded) => {
      const statement = idsToSql(query, this.writer, bounded);
      return statement === undefined ? [] : this.read<IdRow>(statement, { heavy });
    });
  }

  /** The positions next to a bound, the nearest first, and one more. */
  async readPositions(query: KeysetQuery): Promise<KeysetPosition[]> {
    const heavy = isHeavyPage(query);
    const group = await this.findLargeGroup(query, query.limit + 1, heavy);
    const found = group === undefined ? [] : await this.readGroupPositions(query, group);
    if (found.length > query.limit) return found;
    return this.readPositionRows(query, toKeysetOrder(query, this.writer.dialect), heavy);
  }

  private async readGroupPositions(query: KeysetQuery, group: LargeGroup): Promise<KeysetPosition[]> {
    const within = { ...query, ...group.remaining, ...toBoundBehind(group.keys.length, query) };
    const order = await this.limitReach(within, toKeysetOrder(within, this.writer.dialect), group.reach);
    const found = await this.readPositionRows(within, group.restrict(order), true);
    return found.map((position) => ({ ...position, keys: [...group.keys, ...position.keys] }));
  }

  private readPositionRows(query: KeysetQuery, order: PageOrder, heavy: boolean): Promise<KeysetPosition[]> {
    return this.readBounded(query, order, heavy, async (bounded) => {
      const keyset = keysetToSql(query, this.writer, bounded);
      if (keyset === undefined) return [];
      const rows = await this.read<KeysetRow>(keyset.statement, { heavy });
      return rows.map(keyset.toPosition);
    });
  }

  /** Reads the rows of a page and one more; first the bound of its sort keys, where that spares sorting all rows. */
  private async readBounded<Found>(
    query: PageQuery,
    order: PageOrder,
    heavy: boolean,
    readRows: (order: PageOrder) => Promise<Found[]>,
  ): Promise<Found[]> {
    const bound = sortBoundToSql(query, order, this.writer);
    const [row] = bound === undefined ? [] : await this.read<SortBoundRow>(bound.statement, { heavy });
    if (bound === undefined || row === undefined) return readRows(order);
    const rows = await readRows(bound.limitOrder(row));
    // Fewer only when entries were deleted between the two statements: others behind the bound take their place.
    return rows.length > query.limit ? rows : readRows(order);
  }

  /** Limits an order of all rows to the first ones, published or not: of an order in parts, to those of the first part. */
  private async limitReach(query: PageQuery, order: PageOrder, rows: number): Promise<PageOrder> {
    const firstPart: PageOrder = {
      ...order,
      getOrderConditions: (keys) => order.getOrderConditions(keys).slice(0, 1),
    };
    if (rows >= this.total) return firstPart;
    const bound = boundAtToSql({ ...query, publishedOnly: false }, firstPart, this.writer, rows);
    const [row] = bound === undefined ? [] : await this.read<SortBoundRow>(bound.statement, { heavy: true });
    return bound === undefined || row === undefined ? firstPart : bound.limitOrder(row);
  }

  /**
   * The group of a page, if it is large. In the order of the rest of the query `rows` of its rows are found among
   * `rows * total / size` of all. Reading those takes less time than the rows of the group if `size` is above the root of
   * `rows * total / rowCost`; unless the values of the group and of the order depend on each other, therefore the reach.
   */
  private async findLargeGroup(
    query: PageQuery,
    rows: number,
    heavy: boolean,
  ): Promise<LargeGroup | undefined> {
    if (this.total < this.largeType || rows > this.total) return undefined;
    if ('ranking' in query && query.ranking !== undefined) return undefined;
    const group = findFilteredGroup(query, this.writer) ?? (await this.findGroupOfFirstKey(query, heavy));
    if (group === undefined) return undefined;
    const minimums = group.scans.map(({ rowCost }) => Math.ceil(Math.sqrt((rows * this.total) / rowCost)));
    const maximum = Math.max(...minimums);
    if (maximum > group.countMaximum) return undefined;
    const options = { heavy: (group.isHeavyCount && heavy) || maximum > COUNT_MAXIMUM };
    const [counted] = await this.read<{ total: number }>(group.count(maximum), options);
    const size = counted?.total ?? 0;
    const scan = group.scans[minimums.findLastIndex((minimum) => size >= minimum)];
    return scan && { ...group, ...scan, reach: Math.ceil((REACH * rows * this.total) / size) };
  }

  private async findGroupOfFirstKey(query: PageQuery, heavy: boolean): Promise<RowGroup | undefined> {
    const group = findFirstKeyGroup(query, this.writer);
    if (group === undefined) return undefined;
    if ('bound' in query && query.bound !== undefined)
      return group.createGroup(query.bound.position.keys[0] ?? null);
    const [row] = await this.read<FirstKeyRow>(group.firstKey, { heavy });
    return row && group.createGroup(group.parse(row));
  }
}

interface IdRow {
  readonly id: Buffer;
}

/** The bound without its first keys. */
function toBoundBehind(keys: number, { bound }: KeysetQuery): Pick<KeysetQuery, 'bound'> {
  if (bound === undefined) return {};
  const { position } = bound;
  return { bound: { ...bound, position: { ...position, keys: position.keys.slice(keys) } } };
}
