/** The elements that the editor gives back as it got them, and their attributes. */
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
};

const TAG = /<\/?([a-z][a-z0-9-]*)((?:"[^"]*"|'[^']*'|[^'">])*)>/gi;
const ATTRIBUTE = /([a-z_:][a-z0-9_:.-]*)\s*(?:=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?/gi;

/** Whether nothing of a text would be lost in the editor. */
export function isEditable(html: string): boolean {
  if (html.includes('<!--')) return false;
  return [...html.matchAll(TAG)].every(([, name = '', rest = '']) => {
    const known = KNOWN[name.toLowerCase()];
    const given = [...rest.matchAll(ATTRIBUTE)].map(([, attribute = '']) => attribute.toLowerCase());
    return known !== undefined && given.every((attribute) => known.includes(attribute));
  });
}
