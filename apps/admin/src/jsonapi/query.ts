/** What a read asks for. */
export interface Query {
  readonly filters?: readonly Filter[];
  /** A field, with `-` before it for descending. */
  readonly sort?: string | undefined;
  readonly include?: readonly string[];
  readonly limit?: number;
  readonly offset?: number;
}

export interface Filter {
  readonly path: string;
  readonly operator: string;
  /** Several for operators that take a list; none for `IS NULL` and `IS NOT NULL`. */
  readonly value?: string | readonly string[];
}

/** The query part of an address, with its question mark; empty when nothing is asked for. */
export function queryText({ filters = [], sort, include = [], limit, offset }: Query): string {
  const members: (readonly [string, string])[] = filters.flatMap((filter, index) =>
    conditionMembers(filter, index),
  );
  if (sort !== undefined) members.push(['sort', sort]);
  if (include.length > 0) members.push(['include', include.join(',')]);
  if (limit !== undefined) members.push(['page[limit]', String(limit)]);
  if (offset !== undefined && offset > 0) members.push(['page[offset]', String(offset)]);
  const text = new URLSearchParams(members.map(([name, value]) => [name, value])).toString();
  return text === '' ? '' : `?${text}`;
}

/** The long form, which every operator has. */
function conditionMembers({ path, operator, value }: Filter, index: number): (readonly [string, string])[] {
  const at = `filter[c${index}][condition]`;
  const operands: (readonly [string, string])[] =
    value === undefined
      ? []
      : typeof value === 'string'
        ? [[`${at}[value]`, value]]
        : value.map((one) => [`${at}[value][]`, one] as const);
  return [[`${at}[path]`, path], [`${at}[operator]`, operator], ...operands];
}
