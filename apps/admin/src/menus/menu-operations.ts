import type { Identifier, Json } from '../jsonapi/document.js';
import { type MenuState, pickChanges, toMenuState } from './menu-draft.js';
import { formatParent, MENU_LINK_TYPE, type StoredLink } from './menu-link.js';
import { compareTitles, findParents, groupByParent } from './menu-tree.js';

/** An operation of an atomic request (JSON:API, extension Atomic Operations). */
export type MenuOperation =
  | { readonly op: 'add' | 'update'; readonly data: LinkData }
  | { readonly op: 'remove'; readonly ref: Identifier };

interface LinkData extends Identifier {
  readonly attributes: Readonly<Record<string, Json>>;
}

/**
 * The operations that make a stored menu that of an editor, in an order in which every part of them leaves a whole menu: links are
 * added from the first level on, then changed, then removed.
 */
export function toOperations(
  menuName: string,
  stored: readonly StoredLink[],
  draft: MenuState,
): readonly MenuOperation[] {
  const base = toMenuState(stored);
  const [oldParents, newParents] = [findParents(base.tree), findParents(draft.tree)];
  const weights = findWeights(stored, base, draft);
  const added: MenuOperation[] = [];
  const changed: MenuOperation[] = [];
  for (const { id } of draft.tree) {
    const [before, after] = [base.links.get(id), draft.links.get(id)];
    if (after === undefined) continue;
    const parent = newParents.get(id) ?? '';
    const weight = weights.get(id);
    const identifier = { type: MENU_LINK_TYPE, id };
    const attributes: Record<string, Json> = {
      ...(before === undefined ? { ...after, menu_name: menuName } : pickChanges(before, after)),
      ...(oldParents.get(id) === parent ? {} : { parent: formatParent(parent) }),
      ...(weight === undefined ? {} : { weight }),
    };
    if (before === undefined) added.push({ op: 'add', data: { ...identifier, attributes } });
    else if (Object.keys(attributes).length > 0)
      changed.push({ op: 'update', data: { ...identifier, attributes } });
  }
  const removed = stored.filter(({ id }) => !draft.links.has(id));
  return [
    ...added,
    ...changed,
    ...removed.map(({ id }): MenuOperation => ({ op: 'remove', ref: { type: MENU_LINK_TYPE, id } })),
  ];
}

/**
 * The weights that change, by id. Links that stay in their order keep theirs, and new ones behind them get greater ones; other
 * links below the same link are numbered from 0.
 */
function findWeights(
  stored: readonly StoredLink[],
  base: MenuState,
  draft: MenuState,
): ReadonlyMap<string, number> {
  const weights = new Map(stored.map(({ id, weight }) => [id, weight]));
  const before = groupByParent(base.tree);
  const changes = new Map<string, number>();
  for (const [parent, ids] of groupByParent(draft.tree)) {
    const present = new Set(ids);
    const kept = (before.get(parent) ?? []).filter((id) => present.has(id));
    const isInOrder = kept.every((id, at) => id === ids[at] && staysBehind(kept[at - 1], id, weights, draft));
    const last = Math.max(-1, ...kept.map((id) => weights.get(id) ?? 0));
    for (const [index, id] of ids.entries()) {
      if (isInOrder && index < kept.length) continue;
      const weight = isInOrder ? last + 1 + index - kept.length : index;
      if (weight !== weights.get(id)) changes.set(id, weight);
    }
  }
  return changes;
}

/** Whether a link comes after another one by its stored weight and its title, which may be a new one. */
function staysBehind(
  before: string | undefined,
  id: string,
  weights: ReadonlyMap<string, number>,
  { links }: MenuState,
): boolean {
  if (before === undefined || weights.get(before) !== weights.get(id)) return true;
  const [one, other] = [before, id].map((link) => links.get(link)?.title ?? '');
  return compareTitles(one ?? '', other ?? '') <= 0;
}
