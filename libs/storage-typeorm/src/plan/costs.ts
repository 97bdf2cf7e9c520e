/**
 * What reading takes, as measured. All decisions of the planner rest on these figures, and so do its estimates. Times are in
 * microseconds.
 */
export const COSTS = {
  /** A row of the index of an order: 0.2 µs (MariaDB, a million entries). */
  orderRow: 0.2,

  /** A row of a subquery on linkage or multi-valued properties: 0.7 µs (MariaDB, a million entries). */
  subqueryRow: 0.7,

  /** Looking up the row of an entry, to sort or to compare it: 5 µs (MariaDB, a million entries). */
  entryLookup: 5,

  /** A row that is read and sorted: 150 ms for an order of 300,000 entries by an expression (SQLite). */
  sortedRow: 0.5,

  /** A row that is counted from an index: 24 ns (SQLite). */
  countedRow: 0.024,
} as const;

/**
 * From where on the planner chooses otherwise, and which of the figures says so. A limit that a deployment can set is
 * `DatabaseLimits.largeType`: with fewer entries of a type, all rows of a group are sorted as fast as they are counted.
 */
export const THRESHOLDS = {
  /** Rows that an offset may skip in the service's process, each of which is read: about 0.1 ms. */
  offsetRows: 1000,

  /** Entries of a type that a count may read in the service's process, at `COSTS.countedRow`: about 1 ms. */
  countedEntries: 50_000,

  /** Rows of a group that are counted in the service's process, at 0.1 µs each: about 1 ms. */
  groupRows: 10_000,

  /** Rows of a subquery that are counted for the choice of a scan, at `COSTS.subqueryRow`: about 0.1 s. */
  linkedGroupRows: 100_000,

  /** Smaller totals are counted about as fast as the events are read that would confirm a kept one. */
  keptTotal: 1000,

  /** What was kept is read again when more events were recorded since: reading them would take as long. */
  recentEvents: 100,

  /** Safety factor on the expected length of a scan: values of the group and of the order may depend on each other. */
  reach: 4,
} as const;

/**
 * How many rows of the index of an order are read in the time that one row of a group takes otherwise, by the way in which the
 * rows of the order are compared with the group.
 */
export const ROW_COSTS = {
  /** By the columns of the row itself. */
  compare: 1,

  /**
   * In the list of all ids of the group. A member takes `COSTS.entryLookup` when the members are sorted, and a row of the order
   * about 1 µs.
   */
  list: 5,

  /** By a subquery for each row, `COSTS.entryLookup`; in this time 7 members are listed, at `COSTS.subqueryRow`. */
  probe: 1 / 7,
} as const;
