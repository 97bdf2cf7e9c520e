import { DOMParser, type Node, type Schema } from '@tiptap/pm/model';
import { parseInert } from '../pasted-document.js';

/** The document of a text. White space between blocks is none of it. */
export function readHtml(schema: Schema, html: string): Node {
  return DOMParser.fromSchema(schema).parse(parseInert(html).body);
}
