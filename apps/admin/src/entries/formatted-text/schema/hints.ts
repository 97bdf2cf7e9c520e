import { type Attribute, Extension } from '@tiptap/core';
import { RENAMED } from '../pasted-document.js';
import { PICTURE_ATTRIBUTES } from '../picture-attributes.js';
import { BLOCKS } from './blocks.js';
import { allowsAttribute, allowsElement, type HtmlFormat } from './html-format.js';
import { ENTITY_ATTRIBUTES } from './link-mark.js';

/** Attributes with which the nodes and marks of the editor tell `writeHtml` how they were spelled. Texts do not have them. */
const HINT = 'data-editor-';
export const TIGHT = `${HINT}tight`;
export const SECTION = `${HINT}section`;
export const SPELLING = `${HINT}spelling`;

/** Elements that mean the same as those that the editor writes. */
const SPELLINGS = new Map([
  ['b', 'bold'],
  ['i', 'italic'],
  ['del', 'strike'],
]);

/** Blocks that may have text without a paragraph around it. */
const TIGHT_NODES = ['listItem', 'blockquote', 'container', 'figure', 'definition'];
const TIGHT_CELLS = ['tableCell', 'tableHeader'];

/** Attributes that have names of their own in the nodes and marks of the editor. */
const OWN: ReadonlyMap<string, readonly string[]> = new Map([
  ['a', ['href', ...ENTITY_ATTRIBUTES]],
  ['img', [...PICTURE_ATTRIBUTES]],
  ['ol', ['start', 'type']],
  ['td', ['colspan', 'rowspan']],
  ['th', ['colspan', 'rowspan']],
]);

/**
 * Keeps what the nodes and marks of the editor do not know: the attributes that the format allows, and spellings of the same
 * content (`<li>text</li>` beside `<li><p>text</p></li>`, `<b>` beside `<strong>`).
 */
export function keepSpelling(format: HtmlFormat): Extension {
  return Extension.create({
    name: 'spelling',
    addGlobalAttributes: () => [
      {
        types: '*',
        attributes: {
          kept: {
            default: null,
            keepOnSplit: false,
            parseHTML: (element) => findKept(element, format),
            renderHTML: ({ kept }) => (kept ?? {}) as Record<string, unknown>,
          },
        },
      },
      { types: TIGHT_NODES, attributes: describeTight(false) },
      { types: TIGHT_CELLS, attributes: describeTight(true) },
      {
        types: [...SPELLINGS.values()],
        attributes: {
          spelling: {
            default: null,
            parseHTML: ({ localName }) =>
              SPELLINGS.has(localName) && allowsElement(format, localName) ? localName : null,
            renderHTML: ({ spelling }) => (typeof spelling === 'string' ? { [SPELLING]: spelling } : {}),
          },
        },
      },
    ],
  });
}

function describeTight(isTight: boolean): Readonly<Record<'tight', Partial<Attribute>>> {
  return {
    tight: {
      default: isTight,
      parseHTML: isTightElement,
      renderHTML: ({ tight }) => (tight === true ? { [TIGHT]: '' } : {}),
    },
  };
}

/** Whether an attribute has a name of its own in a node or mark of the editor. */
export function isOwnAttribute({ localName }: Element, name: string): boolean {
  return OWN.get(localName)?.includes(name) ?? false;
}

function findKept(element: Element, format: HtmlFormat): Readonly<Record<string, string>> | null {
  const kept = [...element.attributes]
    .filter(({ name }) => !isOwnAttribute(element, name) && !name.startsWith(HINT))
    // Styles, which no format allows, under another name.
    .filter(({ name }) => !name.startsWith(RENAMED))
    .filter(({ name }) => allowsAttribute(format, element.localName, name))
    .map(({ name, value }) => [name, value] as const);
  return kept.length === 0 ? null : Object.fromEntries(kept);
}

/** Whether an element begins with text, not with a block; an empty one has no paragraph, either. */
function isTightElement(element: Element): boolean {
  if (element.hasAttribute(TIGHT)) return true;
  const first = [...element.childNodes].find(
    (node) => node.nodeType === Node.ELEMENT_NODE || node.textContent?.trim() !== '',
  );
  return first === undefined || !BLOCKS.has(first.nodeName.toLowerCase());
}
