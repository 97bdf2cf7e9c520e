import { CURSOR_PAGINATION } from '../media-type.js';

/** The page that says what an error of this code is, where somebody wrote one (JSON:API 1.1 «Error Objects»). */
export function errorTypeOf(code: string): string | undefined {
  return TYPES.get(code);
}

const TYPES: ReadonlyMap<string, string> = new Map([
  ['page_size_exceeded', `${CURSOR_PAGINATION}max-size-exceeded`],
  ['range_not_supported', `${CURSOR_PAGINATION}range-pagination-not-supported`],
  ['sort_not_supported', `${CURSOR_PAGINATION}unsupported-sort`],
]);
