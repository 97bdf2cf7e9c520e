import { type QueryContext, resolveSort, type Sort } from '@content-service/entries';
import { InvalidParameter } from '../jsonapi.errors.js';
import type { Parameter, ParameterValue } from './bracket-params.js';

// More than anybody needs to make an order plain; every one costs the database a column or a subquery.
const KEYS_MAXIMUM = 20;

/**
 * Reads `sort=title,-created` and `sort[a][path]=title&sort[a][direction]=DESC`.
 *
 * @throws InvalidParameter, and what `resolveSort` throws
 */
export function parseSort(sort: Parameter | undefined, context: QueryContext): readonly Sort[] {
  if (sort === undefined) return [];
  const keys = sort.kind === 'value' ? keysOfList(sort) : [...sort.members.values()].map(keyOfMembers);
  if (keys.length > KEYS_MAXIMUM)
    throw new InvalidParameter(
      sort.name,
      `'sort' may have at most ${KEYS_MAXIMUM} fields, got ${keys.length}.`,
    );
  return keys
    .map(({ path, direction, parameter }) => resolveSort(path, direction, parameter, context))
    .filter((key) => key !== undefined);
}

interface WrittenSort {
  readonly path: string;
  readonly direction: Sort['direction'];
  readonly parameter: string;
}

function keysOfList({ name, value }: ParameterValue): readonly WrittenSort[] {
  let before = '';
  return value.split(',').map((member) => {
    const descending = member.startsWith('-');
    const path = descending ? member.slice(1) : member;
    const place = `sort=${before}^${member}`;
    if (path === '') throw new InvalidParameter(name, `A field name is missing at ${place}.`);
    if (path.includes(' ')) throw new InvalidParameter(name, `A field name has no spaces, but ${place} has.`);
    before += `${member},`;
    return { path, direction: descending ? 'descending' : 'ascending', parameter: name };
  });
}

/** One `sort[label]` with its members. A direction nobody knows sorts ascending, and other members are ignored. */
function keyOfMembers(sort: Parameter): WrittenSort {
  const [path, direction] =
    sort.kind === 'value' ? [] : [sort.members.get('path'), sort.members.get('direction')];
  if (path?.kind !== 'value' || path.value === '')
    throw new InvalidParameter(sort.name, `'${sort.name}' needs a field: sort[label][path]=title.`);
  const descending = direction?.kind === 'value' && direction.value.toUpperCase() === 'DESC';
  return { path: path.value, direction: descending ? 'descending' : 'ascending', parameter: path.name };
}
