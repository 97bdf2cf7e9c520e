import { t } from '@lingui/core/macro';
import type { QueryClient } from '@tanstack/react-query';
import { createUuid } from './create-uuid.js';
import { setLink, toMenuState } from './menu-draft.js';
import { saveTree } from '../trees/save-tree.js';
import { LINKS_MAXIMUM, LINK_TREE, menuContent } from './menu-content.js';
import { toOperations } from './menu-operations.js';
import type { MenuPlace } from './menu-place.js';

/**
 * Adds a link behind the others below the same link.
 *
 * @param target its URI, and its title for a link without a text of its own
 * @throws ApiError; Error for a menu that is full
 */
export async function addToMenu(
  queryClient: QueryClient,
  { menuName, parent, title }: MenuPlace,
  target: { readonly uri: string; readonly title: string },
): Promise<void> {
  const { links } = await queryClient.query({ ...menuContent(menuName), staleTime: 0 });
  if (links.length >= LINKS_MAXIMUM) throw new Error(t`This menu has as many links as it can have.`);
  const link = {
    title: title.trim() === '' ? target.title : title,
    link: { uri: target.uri },
    description: null,
    enabled: true,
    expanded: false,
  };
  const menu = setLink(toMenuState(links), createUuid(), link, parent);
  await saveTree(LINK_TREE, toOperations(menuName, links, menu), links, () => Promise.resolve());
}
