import { MENU_LINK_TYPE } from '@content-service/bundles';
import { isJsonObject, type Json, type Uuid } from '@content-service/kernel';
import type { Entry } from '../entry.js';
import type { EntrySelection } from '../query/entry-query.js';
import { buildPropertyCondition } from '../query/property-condition.js';

/** The links of these menus, enabled or not. @param names at least one */
export function selectMenuLinks(names: readonly string[]): EntrySelection {
  const field = { type: MENU_LINK_TYPE, field: 'menu_name', kind: 'string' } as const;
  return {
    type: MENU_LINK_TYPE,
    filter: buildPropertyCondition(field, 'IN', names),
    publishedOnly: false,
  };
}

/** A link of a menu. */
export interface MenuLink {
  readonly entry: Entry;
  readonly id: Uuid;
  /** The link above, which may be in another menu. */
  readonly parent: Uuid | undefined;
  readonly weight: number;
  readonly title: string;
  readonly uri: string;
  readonly options: Json;
}

export function toMenuLink(entry: Entry): MenuLink {
  const { weight, title, link } = entry.attributes;
  const { uri, options } = isJsonObject(link) ? link : {};
  return {
    entry,
    id: entry.id,
    parent: entry.relationships['parent']?.[0]?.id,
    weight: typeof weight === 'number' ? weight : 0,
    title: typeof title === 'string' ? title : '',
    uri: typeof uri === 'string' ? uri : '',
    options: options ?? [],
  };
}
