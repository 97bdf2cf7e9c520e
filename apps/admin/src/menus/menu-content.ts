import { queryOptions } from '@tanstack/react-query';
import { jsonApi } from '../jsonapi/json-api.js';
import { parseOffset } from '../jsonapi/query.js';
import type { TreeType } from '../trees/save-tree.js';
import { MENU_LINK_TYPE, type StoredLink, toStoredLink } from './menu-link.js';

/** Links of a menu that are shown: those that were created first, as the service shows them to readers. */
export const LINKS_MAXIMUM = 1000;

const PAGE_SIZE = 50;

/** The links of a menu. */
export interface MenuContent {
  /** In no order. */
  readonly links: readonly StoredLink[];
  /** Whether the menu has more than `LINKS_MAXIMUM`. */
  readonly isCut: boolean;
}

export const menuContent = (menuName: string) =>
  queryOptions({
    queryKey: ['entries', 'menu-links', menuName],
    queryFn: async (): Promise<MenuContent> => {
      const links: StoredLink[] = [];
      let offset: number | undefined = 0;
      while (offset !== undefined && links.length <= LINKS_MAXIMUM) {
        const page = await jsonApi.find(MENU_LINK_TYPE, {
          filters: [{ path: 'menu_name', operator: '=', value: menuName }],
          limit: PAGE_SIZE,
          offset,
        });
        links.push(...page.data.map(toStoredLink));
        const next = page.links?.['next'];
        offset = next == null ? undefined : parseOffset(next);
      }
      return { links: links.slice(0, LINKS_MAXIMUM), isCut: links.length > LINKS_MAXIMUM };
    },
  });

/** What `saveTree` has to know of the links of a menu. */
export const LINK_TREE: TreeType<StoredLink> = { type: MENU_LINK_TYPE, toStored: toStoredLink };
