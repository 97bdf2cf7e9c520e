import { type Filter, type QueryContext, requireComplexity } from '@content-service/entries';
import { InvalidParameter } from '../jsonapi.errors.js';
import { parseUnrepeatedQuery } from './parse-bracketed-query.js';
import { parseFilter } from './parse-filter.js';

/**
 * Parses a query that has nothing but `filter`, for actions on all entries that match: a parameter that only shapes a
 * document, such as `page`, would not limit them.
 *
 * @param complexityMaximum in the units of `COMPLEXITY`
 * @returns `undefined` for an empty query
 * @throws InvalidParameter also for a repeated parameter, QueryTooComplex and what `parseFilter` throws
 */
export function parseFilterQuery(
  rawQuery: string,
  context: QueryContext,
  complexityMaximum: number,
): Filter | undefined {
  const parameters = parseUnrepeatedQuery(rawQuery);
  for (const [family, { name }] of parameters)
    if (family !== 'filter') throw new InvalidParameter(name, `Only filter is possible here, got '${name}'.`);
  const filter = parseFilter(parameters.get('filter'), context);
  requireComplexity({ filter }, complexityMaximum);
  return filter;
}
