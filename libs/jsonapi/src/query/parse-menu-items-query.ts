import { MENU_LINK_TYPE } from '@content-service/bundles';
import { InvalidParameter } from '../jsonapi.errors.js';
import type { Parameter } from './parse-bracketed-query.js';
import { parseFields, parseNumber, parseParameters } from './parse-query.js';

/** What a client asks of a menu. Depths count from the root, 1, or from the link `parent`. */
export interface MenuItemsQuery {
  /** The attributes to show; absent for all. */
  readonly fields: ReadonlySet<string> | undefined;
  readonly minDepth: number | undefined;
  readonly maxDepth: number | undefined;
  /** Only the links below the one with this id, such as `menu_link_content:{id}`. */
  readonly parent: string | undefined;
}

const FILTERS = ['min_depth', 'max_depth', 'parent'];

/** The names under which clients choose the fields of items. */
const FIELDSETS = [MENU_LINK_TYPE, 'menu_items'];

/**
 * Parses the query of `GET /api/menu_items/{menu}`, which has no order, pages and included resources.
 *
 * @throws InvalidParameter
 */
export function parseMenuItemsQuery(rawQuery: string): MenuItemsQuery {
  const parameters = parseParameters(rawQuery);
  for (const name of ['include', 'page', 'sort']) {
    const parameter = parameters.get(name);
    if (parameter !== undefined)
      throw new InvalidParameter(parameter.name, `A menu is read as a whole; leave out '${name}'.`);
  }
  const filters = parseFilters(parameters.get('filter'));
  const fields = parseFields(parameters.get('fields'));
  const chosen = FIELDSETS.flatMap((name) => [...(fields.get(name) ?? [])]);
  const parent = filters.get('parent');
  if (parent?.kind === 'members')
    throw new InvalidParameter(parent.name, `'${parent.name}' takes the id of one link.`);
  return {
    fields: FIELDSETS.some((name) => fields.has(name)) ? new Set(chosen) : undefined,
    minDepth: parseNumber(filters.get('min_depth'), 1),
    maxDepth: parseNumber(filters.get('max_depth'), 1),
    parent: parent?.value,
  };
}

function parseFilters(filter: Parameter | undefined): ReadonlyMap<string, Parameter> {
  if (filter === undefined) return new Map();
  const known = FILTERS.map((name) => `filter[${name}]`).join(', ');
  if (filter.kind === 'value')
    throw new InvalidParameter(filter.name, `'filter' needs a key. Known filters of menus: ${known}.`);
  for (const [name, parameter] of filter.members)
    if (!FILTERS.includes(name))
      throw new InvalidParameter(
        parameter.name,
        `Unknown filter '${parameter.name}'. Known filters of menus: ${known}.`,
      );
  return filter.members;
}
