import type { Json, Resource } from '../jsonapi/document.js';
import { isObject } from '../entries/values.js';
import type { StoredPlace } from './menu-tree.js';

/** The resource type of the links of menus. */
export const MENU_LINK_TYPE = 'menu_link_content--menu_link_content';

/** What is edited of a link besides its place. */
export interface MenuLink {
  readonly title: string;
  /** The value of the field `link`; a change of its URI keeps the other members. */
  readonly link: Readonly<Record<string, Json>>;
  readonly description: string | null;
  readonly enabled: boolean;
  /** Whether the links below it are shown without a click. */
  readonly expanded: boolean;
}

/** A link as the service stores it. */
export interface StoredLink extends MenuLink, StoredPlace {}

/** What the id of a link begins with in the attribute `parent`. */
const PREFIX = 'menu_link_content:';

/** The value of the attribute `parent` for a link below another one; `''` for the first level. */
export function formatParent(id: string): string {
  return id === '' ? '' : PREFIX + id;
}

export function toStoredLink({ id, attributes }: Resource): StoredLink {
  const { title, link = null, description, parent, weight, enabled, expanded } = attributes;
  return {
    id,
    title: typeof title === 'string' ? title : '',
    link: isObject(link) ? link : {},
    description: typeof description === 'string' ? description : null,
    parent: typeof parent === 'string' && parent !== '' ? parent.replace(PREFIX, '') : undefined,
    weight: Number(weight),
    enabled: enabled === true,
    expanded: expanded === true,
  };
}

/** The URI that a link leads to, such as `entity:node/{id}`, `internal:/about`, `route:<front>` or `https://www.example.com`. */
export function getUri({ link }: Pick<MenuLink, 'link'>): string {
  return typeof link['uri'] === 'string' ? link['uri'] : '';
}
