import { DOMSerializer, type Node } from '@tiptap/pm/model';
import { replaceElement } from '../pasted-document.js';
import { isOwnAttribute, SECTION, SPELLING, TIGHT } from './hints.js';
import { allowsAttribute, allowsElement, type HtmlFormat } from './html-format.js';
import { isHeaderRow } from './table-nodes.js';

/** The HTML of a document of the editor; empty for a text without content. */
export function writeHtml(document: Node, format: HtmlFormat): string {
  return isEmpty(document) ? '' : toElement(document, format).innerHTML;
}

/** The elements of a document, apart from the page, so that its pictures are not loaded again. */
export function toElement({ type, content }: Node, format: HtmlFormat): HTMLElement {
  const { body } = globalThis.document.implementation.createHTMLDocument();
  body.append(
    DOMSerializer.fromSchema(type.schema).serializeFragment(content, { document: body.ownerDocument }),
  );
  for (const row of body.querySelectorAll('table > tbody:only-child > tr:first-child')) moveHead(row);
  for (const element of body.querySelectorAll(`[${TIGHT}]`)) unwrapFirst(element);
  for (const element of body.querySelectorAll(`[${SPELLING}]`)) respell(element, format);
  for (const element of body.querySelectorAll(`[${SECTION}]`)) element.removeAttribute(SECTION);
  for (const element of body.querySelectorAll('*')) selectAttributes(element, format);
  return body;
}

/** Removes attributes that the format does not allow, and puts those that the editor does not know behind the others. */
function selectAttributes(element: Element, format: HtmlFormat): void {
  for (const { name, value } of [...element.attributes]) {
    if (isOwnAttribute(element, name)) continue;
    element.removeAttribute(name);
    if (allowsAttribute(format, element.localName, name)) element.setAttribute(name, value);
  }
}

function isEmpty({ childCount, firstChild }: Node): boolean {
  if (childCount > 1 || firstChild === null) return childCount === 0;
  return firstChild.type.name === 'paragraph' && firstChild.childCount === 0;
}

/** Moves the first rows of header cells of a table into its head. */
function moveHead(first: Element): void {
  const body = first.parentElement;
  const table = body?.parentElement;
  if (body == null || table == null) return;
  const rows = [...body.children];
  const end = rows.findIndex((row) => !isHeaderRow(row) || row.hasAttribute(SECTION));
  const head = end === -1 ? rows : rows.slice(0, end);
  if (head.length === 0) return;
  const section = body.ownerDocument.createElement('thead');
  section.append(...head);
  table.prepend(section);
  if (body.childElementCount === 0) body.remove();
}

/** Removes the paragraph around the text with which an element begins. */
function unwrapFirst(element: Element): void {
  element.removeAttribute(TIGHT);
  const { firstElementChild: first } = element;
  if (first?.localName !== 'p' || first.hasAttributes()) return;
  const isEmptyBesideOthers = first.childNodes.length === 0 && element.childElementCount > 1;
  if (!isEmptyBesideOthers) first.replaceWith(...first.childNodes);
}

/** Gives an element the name that it was read with, unless the format has only the other one: an undone step can bring it from another format. */
function respell(element: Element, format: HtmlFormat): void {
  const spelling = element.getAttribute(SPELLING) ?? '';
  const name = allowsElement(format, spelling) ? spelling : element.localName;
  element.removeAttribute(SPELLING);
  const attributes = [...element.attributes];
  const replacement = replaceElement(element, name);
  for (const { name: attribute, value } of attributes) replacement.setAttribute(attribute, value);
}
