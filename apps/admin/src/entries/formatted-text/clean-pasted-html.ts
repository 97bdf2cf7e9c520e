import { plural } from '@lingui/core/macro';
import { convertWordLists } from './convert-word-lists.js';
import { getPastedStyle, parseInert, replaceElement, unwrap, wrapContent } from './pasted-document.js';

/** The parts of a pasted text that the editor does not support. */
export interface LeftOut {
  readonly pictures: number;
  readonly tables: number;
}

/**
 * Reduces HTML of the clipboard to what the editor supports. The Content Security Policy of the page hides inline styles from
 * the parser of the editor, so styles that carry meaning (bold, italic, lists of Word) become elements here.
 *
 * @param html as Google Docs, Word or a browser writes it
 */
export function cleanPastedHtml(html: string): { readonly html: string; readonly leftOut: LeftOut } {
  // Copied from an editor of this kind: the attribute describes the cut, and there are no styles.
  if (html.includes('data-pm-slice')) return { html, leftOut: { pictures: 0, tables: 0 } };
  const { body } = parseInert(html);
  const leftOut = removeUnsupported(body);
  removeWrappers(body);
  convertWordLists(body);
  nestLists(body);
  convertStyles(body);
  replaceHeadings(body);
  removeBlankElements(body);
  for (const element of body.querySelectorAll('*')) removeAttributes(element);
  return { html: body.innerHTML, leftOut };
}

/** A sentence such as `2 pictures and 1 table were left out`; empty when nothing was. */
export function formatLeftOut({ pictures, tables }: LeftOut): string {
  if (pictures === 0 && tables === 0) return '';
  if (pictures === 0) return plural(tables, { one: '# table was left out', other: '# tables were left out' });
  if (tables === 0)
    return plural(pictures, { one: '# picture was left out', other: '# pictures were left out' });
  const counted = plural(pictures, { one: '# picture', other: '# pictures' });
  return plural(tables, {
    one: `${counted} and # table were left out`,
    other: `${counted} and # tables were left out`,
  });
}

function removeUnsupported(body: HTMLElement): LeftOut {
  // Tables for layout are not data: their content stays.
  for (const table of body.querySelectorAll('table[role=presentation], table[role=none]')) {
    const parts = [...table.querySelectorAll('tbody, tr, td, th')];
    for (const part of parts.filter((candidate) => candidate.closest('table') === table)) unwrap(part);
    unwrap(table);
  }
  const tables = [...body.querySelectorAll('table')];
  const outermost = tables.filter((table) => table.parentElement?.closest('table') === null);
  for (const table of outermost) table.remove();
  const pictures = body.querySelectorAll('img, svg');
  for (const picture of pictures) picture.remove();
  return { pictures: pictures.length, tables: outermost.length };
}

/** Removes elements without a meaning of their own: the bold element around all of Google Docs, and Word's `o:p`. */
function removeWrappers(body: HTMLElement): void {
  for (const wrapper of body.querySelectorAll('b[id^="docs-internal-guid"]')) unwrap(wrapper);
  for (const element of body.querySelectorAll('*')) if (element.localName.includes(':')) unwrap(element);
  for (const lineBreak of body.querySelectorAll(':scope > br, br.Apple-interchange-newline'))
    lineBreak.remove();
}

/** Google Docs writes a nested list beside the item that it belongs to, not into it. */
function nestLists(body: HTMLElement): void {
  for (const list of body.querySelectorAll('ul > ul, ul > ol, ol > ul, ol > ol')) {
    const item = list.previousElementSibling;
    if (item?.localName === 'li') item.append(list);
  }
}

const HEADINGS = 'h1, h2, h3, h4, h5, h6';

/** Makes elements of the styles for bold, italic, underlined and struck text. Headings are bold by themselves. */
function convertStyles(body: HTMLElement): void {
  for (const element of body.querySelectorAll('*')) {
    const style = getPastedStyle(element);
    const weight = style['font-weight'];
    const decoration = style['text-decoration'] ?? style['text-decoration-line'] ?? '';
    const isBold = weight !== undefined && (weight.startsWith('bold') || Number(weight) >= 600);
    if (isBold && element.closest(`${HEADINGS}, b, strong`) === null) wrapContent(element, 'strong');
    if (/^(italic|oblique)/.test(style['font-style'] ?? '') && element.closest('i, em') === null)
      wrapContent(element, 'em');
    if (decoration.includes('line-through') && element.closest('s, del') === null) wrapContent(element, 's');
    if (decoration.includes('underline') && element.closest('u, a') === null) wrapContent(element, 'u');
    const isRevoked =
      (element.matches('b, strong') && weight !== undefined && !isBold) ||
      (element.matches('i, em') && style['font-style'] === 'normal');
    if (isRevoked) unwrap(element);
  }
}

/** The title of the entry is the only heading of level 1, and the editor has the levels 2 to 4. */
function replaceHeadings(body: HTMLElement): void {
  for (const heading of body.querySelectorAll('h1')) replaceElement(heading, 'h2');
  for (const heading of body.querySelectorAll('h5, h6')) replaceElement(heading, 'h4');
}

/** Removes blocks without text, such as the empty paragraphs that separate others. */
function removeBlankElements(body: HTMLElement): void {
  for (const element of body.querySelectorAll(`p, ${HEADINGS}, li, figure`))
    if (element.textContent.trim() === '' && element.querySelector('hr') === null) element.remove();
}

const KEPT_ATTRIBUTES = ['href', 'start'];

function removeAttributes(element: Element): void {
  for (const name of element.getAttributeNames())
    if (!KEPT_ATTRIBUTES.includes(name)) element.removeAttribute(name);
}
