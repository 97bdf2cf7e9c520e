import { PICTURE_ATTRIBUTES } from './picture-attributes.js';

/** The elements that the editor preserves, with their attributes. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  p: [],
  br: [],
  h2: [],
  h3: [],
  h4: [],
  ul: [],
  ol: ['start'],
  li: [],
  blockquote: [],
  a: ['href'],
  strong: [],
  em: [],
  s: [],
  u: [],
  code: [],
  pre: [],
  hr: [],
  img: PICTURE_ATTRIBUTES,
};

const TAG_START = /<\/?[a-z]/gi;
const TAG = /<\/?([a-z][a-z0-9-]*)(?![a-z0-9-])((?:"[^"]*"|'[^']*'|[^'"<>])*)>/gi;
const ATTRIBUTE = /([a-z_:][a-z0-9_:.-]*)\s*(?:=\s*("[^"]*"|'[^']*'|[^\s"'>]+))?/gi;

/** The address of a picture: an empty one, or one with `data:`, shows none. */
const ADDRESS = /^["']?(?!data:)[^"']/i;

/** Whether the editor preserves all elements and attributes of an HTML text. */
export function isEditable(html: string): boolean {
  if (html.includes('<!--')) return false;
  const tags = [...html.matchAll(TAG)];
  // Malformed tags (nested or unterminated): browsers would repair them.
  if (tags.length !== [...html.matchAll(TAG_START)].length) return false;
  return tags.every(([, name = '', rest = '']) => {
    const known = KNOWN[name.toLowerCase()];
    const given = new Map(
      [...rest.matchAll(ATTRIBUTE)].map(([, attribute = '', value = '']) => [attribute.toLowerCase(), value]),
    );
    if (name.toLowerCase() === 'img' && !ADDRESS.test(given.get('src') ?? '')) return false;
    return known !== undefined && [...given.keys()].every((attribute) => known.includes(attribute));
  });
}
