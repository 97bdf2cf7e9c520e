import type { Uuid } from '@content-service/kernel';
import type { FieldPath } from './field-path.js';
import type { Filter, IndexValue } from './filter.js';

export interface Sort {
  /** A multi-valued path sorts by its least value ascending and its greatest descending. No value comes first ascending. */
  readonly path: FieldPath;
  readonly direction: 'ascending' | 'descending';
}

/** Which entries of one resource type, in which order, and which window of them. */
export interface EntryQuery {
  readonly type: string;
  readonly filter?: Filter;
  /** Leave out unpublished entries altogether. */
  readonly publishedOnly: boolean;
  /** Empty means order of creation. Ties, and what `sort` does not tell apart, go by position and id. */
  readonly sort: readonly Sort[];
  readonly offset: number;
  readonly limit: number;
}

/** Where an entry stands in an order. The place is still there when the entry is gone or has moved. */
export interface Place {
  /** The value of each sort, or `null` for none. Only the store that made them can read them. */
  readonly keys: readonly (IndexValue | null)[];
  readonly position: number;
  readonly id: Uuid;
}

/** Asks for the entries next to a place in the order of `sort`: unlike an offset, a place stays when others come and go. */
export interface SeekQuery extends EntrySelection {
  /** As in `EntryQuery`. */
  readonly sort: readonly Sort[];
  readonly limit: number;
  /** Right behind the place, or right in front of it; without it, the first of all. */
  readonly from?: Departure;
}

export interface Departure {
  readonly direction: 'after' | 'before';
  /** One that the store gave for a query with the same `sort`. */
  readonly place: Place;
}

/** What lies next to a place, in the order of the query, and whether more follows in the direction of the search. */
export interface Found {
  readonly places: readonly Place[];
  readonly more: boolean;
}

/** What decides membership, without order and window. */
export type EntrySelection = Pick<EntryQuery, 'type' | 'filter' | 'publishedOnly'>;
