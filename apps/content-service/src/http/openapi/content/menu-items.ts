import { MENU_LINK_TYPE } from '@content-service/bundles';
import { documentResponse } from '../elements/responses.js';
import type { Operation } from '../elements/operation.js';
import {
  completeObjectSchema,
  listSchema,
  objectSchema,
  ref,
  type Schema,
  type Schemas,
  textSchema,
} from '../elements/schema.js';
import { DOCUMENT_HEADERS, UNCHANGED } from './entry-operations.js';

const TEXT: Schema = { type: 'string' };
const FLAG: Schema = { type: 'boolean' };
/** PHP, and so Drupal, writes empty objects as empty lists. */
const MEMBERS: Schema = { type: ['object', 'array'] };

export const MENU_ITEM_SCHEMAS: Schemas = {
  MenuItem: completeObjectSchema({
    type: { type: 'string', const: MENU_LINK_TYPE },
    id: textSchema('`menu_link_content:` and the id of the link.'),
    attributes: objectSchema({
      description: TEXT,
      enabled: FLAG,
      expanded: FLAG,
      menu_name: TEXT,
      meta: objectSchema({ entity_id: ref('Uuid') }),
      options: { ...MEMBERS, description: 'As in the link.' },
      parent: textSchema('The id of the item above; empty at the root.'),
      provider: TEXT,
      route: objectSchema({ name: TEXT, parameters: MEMBERS }),
      title: TEXT,
      url: textSchema('Root-relative, or absolute for another site; empty for a heading.'),
      weight: { type: 'integer' },
    }),
  }),
  MenuItems: objectSchema(
    {
      jsonapi: ref('JsonApi'),
      data: { ...listSchema(ref('MenuItem')), maxItems: 1000 },
      links: ref('Links'),
    },
    ['jsonapi', 'data', 'links'],
  ),
};

/** The links of a menu, in the form of the module jsonapi_menu_items of Drupal. */
export function menuItemsOperation(prefix: string, tag: string): Operation {
  return {
    method: 'get',
    path: `${prefix}/menu_items/{menu}`,
    id: 'getMenuItems',
    tag,
    summary: 'Read a menu',
    description:
      'The links depth-first. Disabled links, and links to entries that do not exist or that the client may not see, are left out with those below them. ' +
      `\`fields[${MENU_LINK_TYPE}]\` or \`fields[menu_items]\` chooses attributes.`,
    access: 'reader',
    parameters: ['menuFilter', 'fields', 'ifMatch', 'ifNoneMatch'],
    responses: {
      200: documentResponse({
        description: 'The menu.',
        schema: ref('MenuItems'),
        headers: DOCUMENT_HEADERS,
      }),
      ...UNCHANGED,
    },
    errors: [400, 401, 404, 406, 412],
  };
}
