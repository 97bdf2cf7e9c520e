import type { Json } from '../jsonapi/document.js';
import { type MenuState, pickChanges, toMenuState } from './menu-draft.js';
import { findWeights } from '../trees/find-weights.js';
import type { TreeOperation } from '../trees/save-tree.js';
import { findParents, groupByParent } from '../trees/tree.js';
import { formatParent, MENU_LINK_TYPE, type StoredLink } from './menu-link.js';

/**
 * The operations that make a stored menu that of an editor, in an order in which every part of them leaves a whole menu: links are
 * added from the first level on, then changed, then removed.
 */
export function toOperations(
  menuName: string,
  stored: readonly StoredLink[],
  draft: MenuState,
): readonly TreeOperation[] {
  const base = toMenuState(stored);
  const [oldParents, newParents] = [findParents(base.tree), findParents(draft.tree)];
  const weights = findNewWeights(stored, base, draft);
  const added: TreeOperation[] = [];
  const changed: TreeOperation[] = [];
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
    ...removed.map(({ id }): TreeOperation => ({ op: 'remove', ref: { type: MENU_LINK_TYPE, id } })),
  ];
}

/** The weights that change, by id. */
function findNewWeights(
  stored: readonly StoredLink[],
  base: MenuState,
  draft: MenuState,
): ReadonlyMap<string, number> {
  const weights = new Map(stored.map(({ id, weight }) => [id, weight]));
  const oldParents = findParents(base.tree);
  const before = groupByParent(base.tree);
  const isSameLink = (id: string, other: string | undefined): boolean =>
    id === other && draft.links.get(id)?.title === base.links.get(id)?.title;
  const changedGroups = [...groupByParent(draft.tree)].filter(([parent, ids]) => {
    const old = before.get(parent) ?? [];
    return ids.length !== old.length || !ids.every((id, index) => isSameLink(id, old[index]));
  });
  const groups = changedGroups.map(([parent, ids]) =>
    findWeights(
      ids.map((id) => ({
        id,
        title: draft.links.get(id)?.title ?? '',
        weight: weights.get(id),
        isWritten: oldParents.get(id) !== parent,
      })),
    ),
  );
  return new Map(groups.flatMap((changed) => [...changed]));
}
