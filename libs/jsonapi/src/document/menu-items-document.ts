import { formatMenuLinkId, MENU_LINK_TYPE } from '@content-service/bundles';
import type { PlacedLink, ResolvedLink } from '@content-service/entries';
import type { Json } from '@content-service/kernel';
import type { MenuItemsQuery } from '../query/parse-menu-items-query.js';
import {
  type ApiRoot,
  appendQuery,
  buildEntryPointHref,
  serializeDocument,
  serializeLinks,
} from './document.js';
import { DocumentSize } from './document-size.js';

interface MenuItemsContext {
  readonly apiRoot: ApiRoot;
  /** Raw query of the request. */
  readonly query: string;
  readonly bytesMaximum: number;
}

/**
 * Serializes the links of a menu as the module jsonapi_menu_items of Drupal does: a flat list, depth-first, in which `parent` is
 * the id of the item above.
 *
 * @throws DocumentTooLarge
 */
export function serializeMenuItems(
  menu: string,
  items: readonly PlacedLink<ResolvedLink>[],
  { fields }: Pick<MenuItemsQuery, 'fields'>,
  { apiRoot, query, bytesMaximum }: MenuItemsContext,
): string {
  const basePath = new URL(apiRoot.baseUrl).pathname.replace(/\/$/, '');
  const size = new DocumentSize(bytesMaximum);
  const data = items.map((item) => {
    const all = toAttributes(item, basePath);
    const attributes =
      fields === undefined
        ? all
        : Object.fromEntries(Object.entries(all).filter(([name]) => fields.has(name)));
    const id = formatMenuLinkId(item.link.id);
    const text = JSON.stringify({ type: MENU_LINK_TYPE, id, attributes });
    size.add(text);
    return text;
  });
  const self = appendQuery(`${buildEntryPointHref(apiRoot)}/menu_items/${menu}`, query);
  return serializeDocument({ data: `[${data.join(',')}]`, links: serializeLinks({ self }) });
}

/** The attributes of an item. PHP, and so the module, writes empty objects as empty lists. */
function toAttributes(
  { link, parent }: PlacedLink<ResolvedLink>,
  basePath: string,
): Readonly<Record<string, Json>> {
  const { description, expanded, menu_name } = link.entry.attributes;
  const { name, parameters } = link.route;
  return {
    description: description ?? '',
    enabled: true,
    expanded: expanded === true,
    menu_name: menu_name ?? '',
    meta: { entity_id: link.id },
    options: link.options,
    parent: parent === undefined ? '' : formatMenuLinkId(parent),
    provider: 'menu_link_content',
    route: { name, parameters: Object.keys(parameters).length === 0 ? [] : parameters },
    title: link.title,
    url: link.url.startsWith('/') ? basePath + link.url : link.url,
    weight: link.weight,
  };
}
