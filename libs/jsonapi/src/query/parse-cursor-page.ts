import type { Departure, Sort } from '@content-service/entries';
import {
  InvalidParameter,
  PageSizeExceeded,
  RangeNotSupported,
  SortNotSupported,
} from '../jsonapi.errors.js';
import type { Parameter } from './bracket-params.js';
import type { Cursors } from './cursor.js';
import { parseNumber } from './parse-page.js';

/** A page next to a place of a collection. */
export interface CursorPage {
  readonly limit: number;
  readonly from?: Departure;
}

/**
 * Reads `page[size]`, `page[after]` and `page[before]` (cursor pagination profile, «Query Parameters»). An offset means
 * another page than the client is going to get, so it is refused; keys that nobody knows are ignored.
 *
 * @throws InvalidParameter, PageSizeExceeded, RangeNotSupported
 */
export function parseCursorPage(
  page: Parameter | undefined,
  sizeMaximum: number,
  cursors: Cursors,
): CursorPage {
  if (page === undefined) return { limit: sizeMaximum };
  if (page.kind === 'value')
    throw new InvalidParameter(page.name, `'page' needs a key: page[size]=10&page[after]=…`);
  refuseOffsets(page.members);
  const size = page.members.get('size');
  const limit = parseNumber(size, 1) ?? sizeMaximum;
  if (size !== undefined && limit > sizeMaximum) throw new PageSizeExceeded(size.name, limit, sizeMaximum);
  const [after, before] = [page.members.get('after'), page.members.get('before')];
  if (after !== undefined && before !== undefined) throw new RangeNotSupported(before.name);
  const cursor = after ?? before;
  if (cursor === undefined) return { limit };
  return {
    limit,
    from: { direction: after === undefined ? 'before' : 'after', place: placeAt(cursor, cursors) },
  };
}

/** Long texts make long cursors, and a URL has its bounds. @throws SortNotSupported */
export function requireCursorSort(sort: readonly Sort[]): void {
  const unsupported = sort.find(
    ({ path: { end } }) => end.kind === 'property' && end.property.kind === 'text',
  );
  if (unsupported !== undefined) throw new SortNotSupported(unsupported.path.text);
}

function refuseOffsets(members: ReadonlyMap<string, Parameter>): void {
  const other = members.get('offset') ?? members.get('limit');
  if (other === undefined) return;
  throw new InvalidParameter(
    other.name,
    `'${other.name}' does not go with the cursor pagination profile; use page[size], page[after] and page[before].`,
  );
}

function placeAt(cursor: Parameter, cursors: Cursors): Departure['place'] {
  const place = cursor.kind === 'value' ? cursors.read(cursor.value) : undefined;
  if (place !== undefined) return place;
  throw new InvalidParameter(
    cursor.name,
    `'${cursor.name}' is no cursor of this collection in this order; take one from links.next or links.prev.`,
  );
}
