import { type EntryQuery, type Filter, type FullTextSearch, toNeedle } from '@content-service/entries';

/** A query as a line of text, for the message of a failing comparison. */
export function formatQuery(query: EntryQuery): string {
  const { type, filter, publishedOnly, sort, offset, limit } = query;
  const order = sort.map(
    ({ path, direction, publishedOnly }) =>
      `${path.text}${formatVisibility(path.steps)} ${direction}${publishedOnly ? ' without values of unpublished ones' : ''}`,
  );
  return [
    type,
    ...(publishedOnly ? ['published only'] : []),
    ...(filter === undefined ? [] : [`where ${formatFilter(filter)}`]),
    ...(order.length === 0 ? [] : [`sorted by ${order.join(', ')}`]),
    ...(query.ranking === undefined ? [] : ['by relevance']),
    `offset ${offset} limit ${limit}`,
  ].join(' ');
}

function formatFilter(filter: Filter): string {
  if (filter.kind === 'nothing') return 'nothing';
  if (filter.kind === 'fulltext') return formatSearch(filter);
  if (filter.kind === 'group') {
    const members = filter.members.map(formatFilter);
    return members.length === 0
      ? `(empty ${filter.conjunction})`
      : `(${members.join(` ${filter.conjunction} `)})`;
  }
  const { path, operator, values } = filter;
  const shown = values.map((value) => (typeof value === 'string' ? JSON.stringify(value) : String(value)));
  return [`${path.text}${formatVisibility(path.steps)}`, operator, shown.join(', ')].join(' ').trim();
}

function formatSearch({ required, excluded }: FullTextSearch): string {
  const terms = [...required.map(toNeedle), ...excluded.map((term) => `-${toNeedle(term)}`)];
  return `search ${JSON.stringify(terms)}`;
}

/** Marks paths that skip hidden targets. */
function formatVisibility(steps: readonly { readonly publishedTargetsOnly: boolean }[]): string {
  return steps.some(({ publishedTargetsOnly }) => publishedTargetsOnly) ? '[published]' : '';
}
