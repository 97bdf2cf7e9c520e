import { Parser } from 'htmlparser2';
import type { MenuLine } from './magazine.js';

/** An element with its attributes and its text, in which white space is one blank. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** The names of the elements around it, from the outermost. */
  readonly around: readonly string[];
  readonly text: string;
}

/** The elements of a document, in the order of their start tags. */
export function parseElements(html: string): readonly Element[] {
  const elements: { name: string; attributes: Record<string, string>; around: string[]; text: string }[] = [];
  const open: typeof elements = [];
  const parser = new Parser({
    onopentag: (name, attributes) => {
      const element = { name, attributes, around: open.map((outer) => outer.name), text: '' };
      elements.push(element);
      open.push(element);
    },
    ontext: (text) => {
      for (const element of open) element.text += text;
    },
    onclosetag: () => {
      open.pop();
    },
  });
  parser.end(html);
  return elements.map((element) => ({ ...element, text: element.text.replace(/\s+/g, ' ').trim() }));
}

/** The links of the navigation, with the depth of their lists. */
export function parseMenu(html: string): readonly MenuLine[] {
  return parseElements(html)
    .filter(({ name, around }) => name === 'a' && around.includes('nav'))
    .map(({ around, attributes, text }) => ({
      depth: around.filter((name) => name === 'ul').length - 1,
      title: text,
      url: attributes['href'] ?? '',
    }));
}
