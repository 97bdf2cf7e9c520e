import { queryOptions } from '@tanstack/react-query';
import { jsonApi } from '../../jsonapi/json-api.js';
import { type Filter, parseOffset, split } from '../../jsonapi/query.js';
import { FIRST_LEVEL, type Term, toTerm } from './term.js';

/** Terms of one request. */
const PAGE_SIZE = 50;

/** Requests that look which terms of a page have others below them. */
const LOOKUPS_MAXIMUM = 3;

/** Terms above a term that are looked at before it is said that there are too many. */
const ABOVE_MAXIMUM = 1000;

/** A part of the terms below one, in their order. */
export interface TermPage {
  readonly terms: readonly Term[];
  /** All terms below it. */
  readonly count: number;
  /** Where the next part begins; `null` for the last one. */
  readonly next: number | null;
  /** The ids of terms that have none below them; others may have some. */
  readonly leaves: readonly string[];
}

/** A part of the terms below another one, or at the first level. */
export const termPage = (type: string, parent: string, offset: number) =>
  queryOptions({
    queryKey: ['entries', type, 'tree', parent, offset],
    // A large tree has many parts.
    refetchOnWindowFocus: false,
    queryFn: async (): Promise<TermPage> => {
      const { data, links, meta } = await jsonApi.find(type, {
        filters: [isBelow(parent)],
        sort: 'weight,name',
        fields: { [type]: ['name', 'weight', 'parent', 'status'] },
        limit: PAGE_SIZE,
        offset,
      });
      const next = links?.['next'];
      return {
        terms: data.map(toTerm),
        count: Number(meta?.count ?? 0),
        next: next == null ? null : parseOffset(next),
        leaves: await findLeaves(
          type,
          data.map(({ id }) => id),
        ),
      };
    },
  });

function isBelow(parent: string): Filter {
  return parent === FIRST_LEVEL
    ? { path: 'parent.id', operator: 'IS NULL' }
    : { path: 'parent.id', operator: '=', value: parent };
}

/** The terms without others below them, as far as a few requests tell: each names the terms above those that it finds. */
async function findLeaves(type: string, ids: readonly string[]): Promise<readonly string[]> {
  let rest = ids;
  for (let n = 0; n < LOOKUPS_MAXIMUM && rest.length > 0; n++) {
    const { data, links } = await jsonApi.find(type, {
      filters: [{ path: 'parent.id', operator: 'IN', value: rest }],
      fields: { [type]: ['parent'] },
      limit: PAGE_SIZE,
    });
    const above = new Set(data.flatMap((resource) => toTerm(resource).parents));
    rest = rest.filter((id) => !above.has(id));
    if (links?.['next'] == null) return rest;
  }
  return [];
}

/**
 * Looks whether a term is above another one, however far, so that it must not be moved below it.
 *
 * @param knownParents the parents of terms that were moved
 * @throws Error when more terms are above it than can be looked at
 */
export async function isAbove(
  type: string,
  id: string,
  other: string,
  knownParents: ReadonlyMap<string, readonly string[]>,
): Promise<boolean> {
  const seen = new Set<string>();
  let ids: readonly string[] = [other];
  while (ids.length > 0 && !ids.includes(id)) {
    for (const one of ids) seen.add(one);
    if (seen.size > ABOVE_MAXIMUM) throw new Error(`More than ${ABOVE_MAXIMUM} terms are above ${other}.`);
    const parents = await findParents(
      type,
      ids.filter((one) => !knownParents.has(one)),
    );
    const next = [...ids.flatMap((one) => knownParents.get(one) ?? []), ...parents];
    ids = [...new Set(next)].filter((one) => !seen.has(one));
  }
  return ids.includes(id);
}

async function findParents(type: string, ids: readonly string[]): Promise<readonly string[]> {
  const parents: string[] = [];
  for (const part of split(ids, PAGE_SIZE)) {
    for (let offset: number | undefined = 0; offset !== undefined;) {
      const { data, links } = await jsonApi.find(type, {
        filters: [{ path: 'id', operator: 'IN', value: part }],
        fields: { [type]: ['parent'] },
        limit: PAGE_SIZE,
        offset,
      });
      parents.push(...data.flatMap((resource) => toTerm(resource).parents));
      const next: { readonly href: string } | null | undefined = links?.['next'];
      offset = next == null ? undefined : parseOffset(next);
    }
  }
  return parents;
}
