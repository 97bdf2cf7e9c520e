import { t } from '@lingui/core/macro';
import type { Editor } from '@tiptap/react';
import { addFootnote } from './footnotes.js';
import { CONTAINER } from './schema/element-nodes.js';
import { allowsElement, type HtmlFormat } from './schema/html-format.js';

/** A block that is inserted at the cursor, or that the block with the cursor becomes. */
export interface BlockCommand {
  readonly label: string;
  /** The element that the format must allow. */
  readonly element: string;
  readonly run: (editor: Editor) => void;
}

const HEADING_LEVELS = [2, 3, 4] as const;

const COMMANDS: readonly BlockCommand[] = [
  ...HEADING_LEVELS.map((level) => ({
    label: t`Heading ${level}`,
    element: `h${level}`,
    run: (editor: Editor): void => {
      editor.chain().focus().setHeading({ level }).run();
    },
  })),
  { label: t`Bullet list`, element: 'ul', run: (editor) => editor.chain().focus().toggleBulletList().run() },
  {
    label: t`Ordered list`,
    element: 'ol',
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    label: t`Blockquote`,
    element: 'blockquote',
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
  },
  { label: t`Quotation with source`, element: 'cite', run: addSource },
  {
    label: t`Table`,
    element: 'table',
    run: (editor) => editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
  },
  { label: t`Callout`, element: 'aside', run: addCallout },
  { label: t`Footnote`, element: 'sup', run: addFootnote },
  { label: t`Code block`, element: 'pre', run: (editor) => editor.chain().focus().setCodeBlock().run() },
  {
    label: t`Horizontal line`,
    element: 'hr',
    run: (editor) => editor.chain().focus().setHorizontalRule().run(),
  },
];

/** The blocks that a format allows. */
export function getBlockCommands(format: HtmlFormat): readonly BlockCommand[] {
  return COMMANDS.filter(({ element }) => allowsElement(format, element));
}

/** Puts a paragraph with the source (`<cite>`) at the end of the quotation, which the block becomes when it is none. */
function addSource(editor: Editor): void {
  if (!editor.isActive('blockquote')) editor.chain().focus().setBlockquote().run();
  const { $from } = editor.state.selection;
  const depth = Array.from({ length: $from.depth }, (_, index) => $from.depth - index).find(
    (level) => $from.node(level).type.name === 'blockquote',
  );
  if (depth === undefined) return;
  const text = t`Source`;
  const start = $from.end(depth) + 1;
  editor
    .chain()
    .focus()
    .insertContentAt($from.end(depth), {
      type: 'paragraph',
      content: [{ type: 'text', text, marks: [{ type: 'cite' }] }],
    })
    .setTextSelection({ from: start, to: start + text.length })
    .run();
}

function addCallout(editor: Editor): void {
  editor
    .chain()
    .focus()
    .wrapIn(CONTAINER, { element: 'aside', kept: { class: 'callout' } })
    .run();
}
