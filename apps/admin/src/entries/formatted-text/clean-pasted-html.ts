import { plural } from '@lingui/core/macro';
import { convertTables, simplifyTables, unwrapLayoutTables } from './convert-tables.js';
import { convertWordLists } from './convert-word-lists.js';
import { getPastedStyle, parseInert, replaceElement, unwrap, wrapContent } from './pasted-document.js';
import { BLOCKS } from './schema/blocks.js';
import { allowsElement, type HtmlFormat } from './schema/html-format.js';

/** The parts of a pasted text that the editor does not keep as they were. */
export interface LeftOut {
  readonly pictures: number;
  /** Tables that became paragraphs. */
  readonly tables: number;
}

/**
 * Reduces HTML of the clipboard to what the editor supports. The Content Security Policy of the page hides inline styles from
 * the parser of the editor, so styles that carry meaning (bold, italic, lists of Word) become elements here.
 *
 * @param html as Google Docs, Word or a browser writes it
 */
export function cleanPastedHtml(
  html: string,
  format: HtmlFormat,
): { readonly html: string; readonly leftOut: LeftOut } {
  const { body } = parseInert(html);
  const hasTables = allowsElement(format, 'table');
  // Copied from an editor of this kind: the attribute describes the cut, and there are no styles.
  if (html.includes('data-pm-slice') && (hasTables || body.querySelector('table') === null))
    return { html, leftOut: { pictures: 0, tables: 0 } };
  const pictures = removePictures(body);
  removeWrappers(body);
  unwrapLayoutTables(body);
  simplifyTables(body);
  convertWordLists(body);
  nestLists(body);
  convertStyles(body);
  replaceElements(body);
  for (const item of body.querySelectorAll('li')) wrapLines(item);
  const tables = hasTables ? 0 : convertTables(body);
  removeDeadLinks(body);
  removeBlankElements(body);
  for (const element of body.querySelectorAll('*')) removeAttributes(element);
  return { html: body.innerHTML, leftOut: { pictures, tables } };
}

/** Sentences such as `2 pictures were left out`; empty when all was kept. */
export function formatLeftOut({ pictures, tables }: LeftOut): string {
  const sentences = [
    ...(pictures === 0
      ? []
      : [plural(pictures, { one: '# picture was left out.', other: '# pictures were left out.' })]),
    ...(tables === 0
      ? []
      : [plural(tables, { one: '# table became paragraphs.', other: '# tables became paragraphs.' })]),
  ];
  return sentences.join(' ');
}

function removePictures(body: HTMLElement): number {
  const pictures = body.querySelectorAll('img, svg');
  for (const picture of pictures) picture.remove();
  return pictures.length;
}

/** Removes the line above the footnotes of Word, and elements without a meaning of their own, such as the bold element around all of Google Docs, and Word's `o:p`. */
function removeWrappers(body: HTMLElement): void {
  for (const list of body.querySelectorAll('div'))
    if (getPastedStyle(list)['mso-element'] === 'footnote-list') list.querySelector(':scope > hr')?.remove();
  for (const wrapper of body.querySelectorAll('b[id^="docs-internal-guid"], google-sheets-html-origin'))
    unwrap(wrapper);
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

/** Makes elements of the styles for bold, italic, underlined, struck and raised text. Headings are bold by themselves. */
function convertStyles(body: HTMLElement): void {
  for (const element of body.querySelectorAll('*')) {
    const style = getPastedStyle(element);
    const weight = style['font-weight'];
    const decoration = style['text-decoration'] ?? style['text-decoration-line'] ?? '';
    const isBold = weight !== undefined && (weight.startsWith('bold') || Number(weight) >= 600);
    if (isBold && element.closest(`${HEADINGS}, b, strong, th`) === null) wrapContent(element, 'strong');
    if (/^(italic|oblique)/.test(style['font-style'] ?? '') && element.closest('i, em') === null)
      wrapContent(element, 'em');
    if (decoration.includes('line-through') && element.closest('s, del') === null) wrapContent(element, 's');
    if (decoration.includes('underline') && element.closest('u, a') === null) wrapContent(element, 'u');
    const position = /^(super|sub)$/.exec(style['vertical-align'] ?? '')?.[0];
    if (position !== undefined && element.closest('sup, sub, td, th') === null)
      wrapContent(element, position === 'sub' ? 'sub' : 'sup');
    const isRevoked =
      (element.matches('b, strong') && weight !== undefined && !isBold) ||
      (element.matches('i, em') && style['font-style'] === 'normal');
    if (isRevoked) unwrap(element);
  }
}

/** The elements that the buttons of the editor write, for others with the same meaning. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  // The title of the entry is the only heading of level 1, and the editor has the levels 2 to 4.
  h1: 'h2',
  h5: 'h4',
  h6: 'h4',
  b: 'strong',
  i: 'em',
  del: 's',
  strike: 's',
};

/** Elements that only group others, or that the editor does not insert. */
const GROUPS =
  'div, section, article, aside, header, footer, nav, main, address, figure, figcaption, dl, dt, dd';
/** Elements that style a piece of a line. */
const STYLED = 'span, font, ins, small, mark, kbd, samp, var, abbr, dfn, time, data, q, bdi, bdo';

function replaceElements(body: HTMLElement): void {
  for (const [name, replacement] of Object.entries(REPLACEMENTS))
    for (const element of body.querySelectorAll(name)) replaceElement(element, replacement);
  for (const element of body.querySelectorAll(STYLED)) unwrap(element);
  // Inner groups first: what they contain decides about the outer ones.
  for (const group of [...body.querySelectorAll(GROUPS)].toReversed()) {
    wrapLines(group);
    unwrap(group);
  }
}

/** Makes paragraphs of the lines between the blocks of an element. */
function wrapLines(parent: Element): void {
  let paragraph: Element | undefined;
  for (const node of [...parent.childNodes]) {
    if (isBlock(node)) paragraph = undefined;
    else {
      if (paragraph === undefined) {
        paragraph = parent.ownerDocument.createElement('p');
        node.before(paragraph);
      }
      paragraph.append(node);
    }
  }
}

function isBlock({ nodeName }: Node): boolean {
  return BLOCKS.has(nodeName.toLowerCase());
}

/** Unwraps links to places that were not pasted with them, such as the footnotes of Word, and to files of the author. */
function removeDeadLinks(body: HTMLElement): void {
  for (const link of body.querySelectorAll('a:not([href]), a[href^="#"], a[href^="file:" i]')) unwrap(link);
}

/** Removes blocks without text, such as the empty paragraphs that separate others. */
function removeBlankElements(body: HTMLElement): void {
  for (const element of body.querySelectorAll(`p, ${HEADINGS}, li`))
    if (element.textContent.trim() === '' && element.querySelector('hr') === null) element.remove();
}

const KEPT_ATTRIBUTES = ['href', 'start', 'colspan', 'rowspan'];

function removeAttributes(element: Element): void {
  for (const name of element.getAttributeNames())
    if (!KEPT_ATTRIBUTES.includes(name)) element.removeAttribute(name);
}
