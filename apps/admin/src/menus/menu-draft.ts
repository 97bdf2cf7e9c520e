import { isSame } from '../forms/is-same.js';
import type { MenuLink, StoredLink } from './menu-link.js';
import { append, findParents, type Place, remove, type Tree } from '../trees/tree.js';
import { LEVELS_MAXIMUM, toTree } from './menu-tree.js';

/** The links of a menu and their tree: as they are stored, or with the changes of an editor. */
export interface MenuState {
  readonly links: ReadonlyMap<string, MenuLink>;
  readonly tree: Tree;
}

export function toMenuState(stored: readonly StoredLink[]): MenuState {
  return { links: new Map(stored.map((link) => [link.id, pickLink(link)])), tree: toTree(stored) };
}

function pickLink({ title, link, description, enabled, expanded }: StoredLink): MenuLink {
  return { title, link, description, enabled, expanded };
}

/** The menu with a changed or, below `parent`, a new link. */
export function setLink(menu: MenuState, id: string, link: MenuLink, parent = ''): MenuState {
  return {
    links: new Map([...menu.links, [id, link]]),
    tree: menu.links.has(id) ? menu.tree : append(menu.tree, id, parent, LEVELS_MAXIMUM),
  };
}

/** The menu without a link; those below it take its place. */
export function removeLink({ links, tree }: MenuState, id: string): MenuState {
  return { links: new Map([...links].filter(([one]) => one !== id)), tree: remove(tree, id) };
}

/**
 * The changes of an editor on a newer version of the menu: the order of the editor, if it was changed, the changed members of
 * links, and links that were added or removed. Links that others have added are behind those of their parent.
 *
 * @param base the version that the editor has changed
 */
export function rebase(base: MenuState, draft: MenuState, newest: MenuState): MenuState {
  const isAdded = ({ id }: Place): boolean => !base.links.has(id);
  const isMoved = !isSame(
    keepIn(draft, base.tree),
    draft.tree.filter((place) => !isAdded(place)),
  );
  const [kept, other] = isMoved ? [draft, newest] : [newest, draft];
  const parents = findParents(other.tree);
  let tree = isMoved ? keepIn(newest, draft.tree, isAdded) : keepIn(draft, newest.tree, isAdded);
  for (const place of other.tree)
    if (isAdded(place) && !kept.links.has(place.id))
      tree = append(tree, place.id, parents.get(place.id) ?? '', LEVELS_MAXIMUM);
  const links = tree.map(({ id }) => [id, mergeLink(id, base, draft, newest)] as const);
  return { links: new Map(links), tree };
}

/** The tree without links that another version of the menu does not have, except for those that `isKept`. */
function keepIn({ links }: MenuState, tree: Tree, isKept: (place: Place) => boolean = () => false): Tree {
  const gone = tree.filter((place) => !links.has(place.id) && !isKept(place));
  return gone.reduce((rest, { id }) => remove(rest, id), tree);
}

/** The newest version of a link with the members that the editor has changed. @throws Error for a link in neither version */
function mergeLink(id: string, base: MenuState, draft: MenuState, newest: MenuState): MenuLink {
  const [before, own, stored] = [base, draft, newest].map(({ links }) => links.get(id));
  if (own !== undefined && stored !== undefined) return { ...stored, ...pickChanges(before ?? stored, own) };
  const link = own ?? stored;
  if (link === undefined) throw new Error(`The menu has no link ${id}.`);
  return link;
}

/** The members of a link that differ from an older version. */
export function pickChanges(before: MenuLink, after: MenuLink): Partial<MenuLink> {
  const names = Object.keys(after) as (keyof MenuLink)[];
  return Object.fromEntries(
    names.filter((name) => !isSame(before[name], after[name])).map((name) => [name, after[name]]),
  );
}
