import { jsonApi } from '../../jsonapi/json-api.js';
import { isAbove } from './find-terms.js';
import type { TermsById } from './term-moves.js';
import { toTerm } from './term.js';

/** A term that is below itself: by a term that it was put below, which is below it. */
export interface Circle {
  readonly id: string;
  readonly title: string;
  readonly parent: string;
  readonly parentTitle: string;
}

/**
 * The circles that new parents make: the service stores them.
 *
 * @param terms the terms with their parents before the change
 * @param newParents the parents of terms that get other ones
 * @param known parents that terms have in place of those that are stored
 */
export async function findCircles(
  type: string,
  terms: TermsById,
  newParents: ReadonlyMap<string, readonly string[]>,
  known: ReadonlyMap<string, readonly string[]>,
): Promise<readonly Circle[]> {
  const circles: Circle[] = [];
  for (const [id, parents] of newParents) {
    const added = parents.filter((parent) => terms.get(id)?.parents.includes(parent) !== true);
    for (const parent of added) {
      if (!(await isAbove(type, id, parent, known))) continue;
      const getTitle = (one: string): string => terms.get(one)?.title ?? one;
      circles.push({ id, title: getTitle(id), parent, parentTitle: getTitle(parent) });
    }
  }
  return circles;
}

/** Takes a term out of a circle; it is at the first level then, unless it is below others, too. @throws ApiError */
export async function leaveCircle(type: string, { id, parent }: Circle): Promise<void> {
  const { body, etag } = await jsonApi.get({ type, id });
  const parents = toTerm(body.data).parents.filter((one) => one !== parent);
  await jsonApi.update(
    { type, id },
    { relationships: { parent: { data: parents.map((one) => ({ type, id: one })) } } },
    etag,
  );
}
