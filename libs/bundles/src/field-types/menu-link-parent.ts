import { isUuid } from '@content-service/kernel';
import { InvalidValue } from '../bundle.errors.js';
import { formatForError } from './error-text.js';
import type { FieldType } from './field-type.js';
import { unwrap } from './text.js';

/** The resource type of the links of menus. */
export const MENU_LINK_TYPE = 'menu_link_content--menu_link_content';

/** What the id of a link begins with where it is text, as in Drupal. */
const PREFIX = 'menu_link_content:';

/** The link above a link of a menu, in the form of the stock menu links of Drupal: `menu_link_content:{id}`, or an empty text. */
export const menuLinkParent: FieldType = {
  name: 'menu_link_parent',
  label: 'Link of a menu',
  description: 'The link of a menu under which this one is.',
  settings: [],
  compound: true,
  reference: true,
  targetTypes: [MENU_LINK_TYPE],
  absentValue: '',
  getProperties: () => [],
  formatTarget: formatMenuLinkId,
  parse: (input, field) => {
    const text = unwrap(input);
    if (text === '') return null;
    const id = typeof text === 'string' ? parseMenuLinkId(text) : undefined;
    if (id !== undefined) return id;
    throw new InvalidValue(
      `${field.name} must be the id of a link, such as ${PREFIX}0192f0c8-9b3d-7f40-8a55-2c6d1e7f9b02, or an empty text, got ${formatForError(input)}.`,
      [],
      { pattern: PATTERN },
    );
  },
  buildSchema: () => ({ type: 'string', pattern: PATTERN }),
};

const PATTERN = `^(${PREFIX}[0-9a-fA-F-]{36})?$`;

/** `menu_link_content:{id}`, the id of a link where it is text. */
export function formatMenuLinkId(id: string): string {
  return PREFIX + id;
}

/** The id in `menu_link_content:{id}`, in lower case; `undefined` for another text. */
export function parseMenuLinkId(text: string): string | undefined {
  const id = text.startsWith(PREFIX) ? text.slice(PREFIX.length).toLowerCase() : '';
  return isUuid(id) ? id : undefined;
}
