import { type AnyExtension, Extension } from '@tiptap/core';
import { Code } from '@tiptap/extension-code';
import { Selection } from '@tiptap/extensions';
import StarterKit from '@tiptap/starter-kit';
import { isEditable } from '../is-editable.js';
import { PictureNode } from '../picture-node.js';
import { createElementNodes } from './element-nodes.js';
import { keepSpelling } from './hints.js';
import { allowsElement, type HtmlFormat } from './html-format.js';
import { LINK } from './link-mark.js';
import { readHtml } from './read-html.js';
import { TABLE_NODES } from './table-nodes.js';
import { writeHtml } from './write-html.js';

/** Marks the selection while the focus is in the toolbar or in the address of a link (`styles.css`). */
const SELECTION = Selection.configure({ className: 'editor-selection' });

/** Code in a line, which can be a link and emphasized as well. */
const CODE = Code.extend({ excludes: 'code' });

/** The nodes and marks of a text: those whose elements the format allows. */
export function createExtensions(format: HtmlFormat): AnyExtension[] {
  const unless = (element: string): false | undefined => (allowsElement(format, element) ? undefined : false);
  return [
    StarterKit.configure({
      heading: { levels: [2, 3, 4, 5, 6] },
      link: false,
      code: false,
      trailingNode: false,
      strike: unless('s'),
      underline: unless('u'),
      codeBlock: unless('pre'),
      horizontalRule: unless('hr'),
      dropcursor: { width: 3, color: 'var(--mantine-primary-color-filled)' },
    }),
    CODE,
    LINK,
    PictureNode,
    ...(allowsElement(format, 'table') ? TABLE_NODES : []),
    ...createElementNodes(format),
    keepSpelling(format),
    SELECTION,
    createRoundTrip(format),
  ];
}

/** Tries whether the editor preserves a text, and what it would write, without a change of its own document. */
function createRoundTrip(format: HtmlFormat): Extension {
  return Extension.create({
    name: 'roundTrip',
    onBeforeCreate: ({ editor: { schema, storage } }) => {
      Object.assign(storage, {
        roundTrip: (html: string) => ({
          isEditable: isEditable(schema, format, html),
          html: writeHtml(readHtml(schema, html), format),
        }),
      });
    },
  });
}
