import type { Uuid } from '@content-service/kernel';
import { fold } from '../query/fold.js';
import type { MenuLink } from './menu-links.js';

/** The levels of a menu, as in Drupal. */
const DEPTH_MAXIMUM = 9;

/** A link at its place in the tree. */
export interface PlacedLink<Link extends MenuLink = MenuLink> {
  readonly link: Link;
  /** 1 at the root. */
  readonly depth: number;
  /** The link above in the tree, which can be another one than that of the entry. */
  readonly parent: Uuid | undefined;
}

/**
 * Makes a tree of the links of one menu, whatever their parents are, so that no write has to be refused. A link whose parent is not among them is
 * at the root. A cycle is cut above its first link, by weight, title and id. Links below level 9 are on it, behind the one that would be above.
 *
 * @param isShown whether a link appears; the links below one that does not are left out with it
 * @returns depth-first, siblings by weight, title and id
 */
export function buildMenuTree<Link extends MenuLink>(
  links: readonly Link[],
  isShown: (link: Link) => boolean,
): readonly PlacedLink<Link>[] {
  const sorted = sortLinks(links);
  const children = groupByParent(sorted);
  const placed: PlacedLink<Link>[] = [];
  // The first link is the last of the list.
  const waiting = toPlaces(children.get(undefined) ?? [], 1, undefined);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (!isShown(next.link)) continue;
    placed.push(next);
    const below = children.get(next.link.id) ?? [];
    const isDeepest = next.depth === DEPTH_MAXIMUM;
    waiting.push(
      ...toPlaces(below, isDeepest ? next.depth : next.depth + 1, isDeepest ? next.parent : next.link.id),
    );
  }
  return placed;
}

/** Which part of a tree is chosen. Depths count from 1, below `parent` if there is one. */
export interface TreePart {
  readonly minDepth?: number | undefined;
  readonly maxDepth?: number | undefined;
  /** The links below this one; none when it is not in the tree. */
  readonly parent?: Uuid | undefined;
}

/** @param placed depth-first */
export function selectPlacedLinks<Link extends MenuLink>(
  placed: readonly PlacedLink<Link>[],
  { minDepth = 1, maxDepth = DEPTH_MAXIMUM, parent }: TreePart,
): readonly PlacedLink<Link>[] {
  const root = parent === undefined ? -1 : placed.findIndex(({ link }) => link.id === parent);
  if (parent !== undefined && root === -1) return [];
  const base = placed[root]?.depth ?? 0;
  const behind = placed.slice(root + 1);
  const end = behind.findIndex(({ depth }) => depth <= base);
  const below = end === -1 ? behind : behind.slice(0, end);
  return below.filter(({ depth }) => depth - base >= minDepth && depth - base <= maxDepth);
}

/** Siblings in their order: by weight, then by title without regard to case and accents, then by id. */
function sortLinks<Link extends MenuLink>(links: readonly Link[]): readonly Link[] {
  // Folding a title takes longer than a comparison.
  const keyed = links.map((link) => ({ link, title: fold(link.title) }));
  return keyed
    .sort(
      (one, other) =>
        one.link.weight - other.link.weight ||
        compareTexts(one.title, other.title) ||
        compareTexts(one.link.id, other.link.id),
    )
    .map(({ link }) => link);
}

function compareTexts(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

function toPlaces<Link extends MenuLink>(
  links: readonly Link[],
  depth: number,
  parent: Uuid | undefined,
): PlacedLink<Link>[] {
  return links.map((link) => ({ link, depth, parent })).reverse();
}

/** The links by the one above them; `undefined` is the root. @param links in the order of siblings */
function groupByParent<Link extends MenuLink>(links: readonly Link[]): Map<Uuid | undefined, Link[]> {
  const byId = new Map(links.map((link) => [link.id, link]));
  const cut = findCuts(links, byId);
  const children = new Map<Uuid | undefined, Link[]>();
  for (const link of links) {
    const parent =
      link.parent !== undefined && byId.has(link.parent) && !cut.has(link.id) ? link.parent : undefined;
    const siblings = children.get(parent);
    if (siblings === undefined) children.set(parent, [link]);
    else siblings.push(link);
  }
  return children;
}

/** The links that are at the root because their parents lead in a cycle: the first of each, in the order of the list. */
function findCuts(links: readonly MenuLink[], byId: ReadonlyMap<Uuid, MenuLink>): ReadonlySet<Uuid> {
  const order = new Map(links.map(({ id }, index) => [id, index]));
  const getOrder = (id: Uuid): number => order.get(id) ?? 0;
  const cut = new Set<Uuid>();
  const done = new Set<Uuid>();
  for (const { id } of links) {
    const way: Uuid[] = [];
    let current: Uuid | undefined = id;
    while (current !== undefined && byId.has(current) && !done.has(current)) {
      done.add(current);
      way.push(current);
      current = byId.get(current)?.parent;
    }
    const start = current === undefined ? -1 : way.indexOf(current);
    if (start !== -1) cut.add(way.slice(start).reduce((a, b) => (getOrder(a) < getOrder(b) ? a : b)));
  }
  return cut;
}
