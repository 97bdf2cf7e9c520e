import type { Catalog } from './catalog.js';

/** What is known of the table of a type without reading it. */
export interface TableStatistics {
  readonly catalog: Catalog;
  /** How many entries the type was last seen to have; 0 when it was not counted yet. */
  readonly total: number;
  /** With fewer entries, all rows of a group are sorted as fast. */
  readonly largeType: number;
}
