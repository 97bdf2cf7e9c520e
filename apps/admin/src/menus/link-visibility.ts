import type { MenuState } from './menu-draft.js';
import { getUri } from './menu-link.js';
import type { TargetsByUri } from './use-entry-targets.js';

/**
 * Why readers do not see a link: it is switched off, its target is not published or does not exist any more, or the link above it
 * is hidden.
 */
export type HiddenBecause = 'off' | 'unpublished' | 'gone' | 'above';

/** The links that readers do not see, by id: as the service leaves them out of the menu. */
export function findHidden(
  { tree, links }: MenuState,
  targets: TargetsByUri,
): ReadonlyMap<string, HiddenBecause> {
  const hidden = new Map<string, HiddenBecause>();
  let hiddenLevel = Infinity;
  for (const { id, level } of tree) {
    if (level <= hiddenLevel) hiddenLevel = Infinity;
    const link = links.get(id);
    const target = link && targets.get(getUri(link));
    const reason =
      link?.enabled === false
        ? 'off'
        : target === null
          ? 'gone'
          : target?.isPublished === false
            ? 'unpublished'
            : hiddenLevel < level
              ? 'above'
              : undefined;
    if (reason === undefined) continue;
    hidden.set(id, reason);
    hiddenLevel = Math.min(hiddenLevel, level);
  }
  return hidden;
}
