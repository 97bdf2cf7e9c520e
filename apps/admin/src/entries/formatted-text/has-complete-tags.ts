const TAG_START = /<\/?[a-z]/gi;
const TAG = /<\/?([a-z][a-z0-9-]*)(?![a-z0-9-])((?:"[^"]*"|'[^']*'|[^'"<>])*)>/gi;

/** Comments, style sheets and scripts, which the parser of the editor leaves out. */
const LEFT_OUT = /<!|<\?|<(style|script|template|noscript|title|textarea)\b/i;

/**
 * Whether all tags of an HTML text are well-formed. Browsers would repair nested and unterminated ones, and leave text out.
 */
export function hasCompleteTags(html: string): boolean {
  return !LEFT_OUT.test(html) && [...html.matchAll(TAG)].length === [...html.matchAll(TAG_START)].length;
}
