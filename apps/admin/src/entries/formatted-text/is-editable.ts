import type { Schema } from '@tiptap/pm/model';
import { parseInert } from './pasted-document.js';
import { BLOCKS } from './schema/blocks.js';
import type { HtmlFormat } from './schema/html-format.js';
import { readHtml } from './schema/read-html.js';
import { toElement } from './schema/write-html.js';
import { hasCompleteTags } from './has-complete-tags.js';

/**
 * Whether the editor preserves an HTML text: what it would write has the same elements, attributes and words. Equal to it are
 * white space between blocks, the order of attributes, and that of marks around the same words (`<em><strong>`).
 */
export function isEditable(schema: Schema, format: HtmlFormat, html: string): boolean {
  if (html.trim() === '') return true;
  if (!hasCompleteTags(html)) return false;
  return describe(parseInert(html).body) === describe(toElement(readHtml(schema, html), format));
}

/** A piece of a line: words or an element without content, with the elements around it. */
interface Piece {
  readonly marks: readonly string[];
  readonly text: string;
  /** Whether it is an element, whose text is not shortened. */
  readonly isElement: boolean;
}

/** The content of an HTML text in one spelling. Text outside of blocks is that of paragraphs. */
function describe(body: Element): string {
  return describeContent(body, false);
}

function describeContent(parent: Element, isPreformatted: boolean): string {
  let described = '';
  let line: Piece[] = [];
  const endLine = (): void => {
    const words = describeLine(line, isPreformatted);
    described += parent.localName === 'body' && words !== '' ? `<p>${words}</p>` : words;
    line = [];
  };
  const addNodes = (nodes: Iterable<Node>, marks: readonly string[]): void => {
    for (const node of nodes) {
      if (!(node.nodeType === Node.ELEMENT_NODE)) {
        line.push({ marks, text: node.textContent ?? '', isElement: false });
        continue;
      }
      const element = node as Element;
      const tag = describeTag(element);
      if (BLOCKS.has(element.localName)) {
        endLine();
        // A block inside of a mark is none that the editor writes.
        const content = describeContent(element, isPreformatted || element.localName === 'pre');
        described += `<${[...marks, tag].join('|')}>${content}</${element.localName}>`;
      } else {
        const [pieces, written] = [line.length, described];
        addNodes(element.childNodes, [...marks, tag]);
        const isEmpty = line.length === pieces && described === written;
        if (isEmpty && (isVoid(element) || element.hasAttributes()))
          line.push({ marks, text: `<${tag}>`, isElement: true });
      }
    }
  };
  addNodes(parent.childNodes, []);
  endLine();
  return described;
}

function isVoid({ localName }: Element): boolean {
  return ['img', 'br', 'wbr'].includes(localName);
}

/** A tag with its attributes in alphabetical order. */
function describeTag(element: Element): string {
  const attributes = [...element.attributes].map(({ name, value }) => `${name}=${JSON.stringify(value)}`);
  return [element.localName, ...attributes.toSorted()].join(' ');
}

/** The words of a line with their marks. White space at its ends and after line breaks is not shown. */
function describeLine(line: readonly Piece[], isPreformatted: boolean): string {
  const runs: { readonly marks: string; text: string }[] = [];
  let isAfterSpace = true;
  for (const { marks, text, isElement } of line) {
    let words = text;
    if (!isElement && !isPreformatted) {
      words = text.replaceAll(/[ \t\r\n\f]+/g, ' ');
      if (isAfterSpace && words.startsWith(' ')) words = words.slice(1);
    }
    if (words === '') continue;
    isAfterSpace = isElement ? words.startsWith('<br') : words.endsWith(' ');
    const key = marks.toSorted().join('|');
    const last = runs.at(-1);
    const written = isElement ? words : escape(words);
    if (last?.marks === key) last.text += written;
    else runs.push({ marks: key, text: written });
  }
  const last = runs.at(-1);
  if (last !== undefined && !isPreformatted) last.text = last.text.replace(/ $/, '');
  return runs
    .filter(({ text }) => text !== '')
    .map(({ marks, text }) => (marks === '' ? text : `{${marks}}${text}`))
    .join('');
}

function escape(words: string): string {
  return words.replaceAll(/[&<{]/g, (sign) => `&${sign.codePointAt(0) ?? ''};`);
}
