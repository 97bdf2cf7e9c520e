import { t } from '@lingui/core/macro';
import type { Node } from '@tiptap/pm/model';
import type { Editor } from '@tiptap/react';

const LIST = 'footnotes';

/** The address of the note with a number, and the `id` of its reference in the text. */
const toNote = (number: number): string => `fn-${number}`;
const toReference = (number: number): string => `fnref-${number}`;

/**
 * Puts the number of a footnote at the cursor and the note at the end of the text, with links in both directions, and selects the words of
 * the note. Numbers follow the order in which notes are made, and none is given twice: the list at the end keeps it.
 */
export function addFootnote(editor: Editor): void {
  const { doc } = editor.state;
  const list = findList(doc);
  const number = findGreatestNumber(doc) + 1;
  const words = t`Note`;
  const item = {
    type: 'listItem',
    attrs: { kept: { id: toNote(number) } },
    content: [
      {
        type: 'paragraph',
        content: [
          { type: 'text', text: `${words} ` },
          { type: 'text', text: '↩', marks: [{ type: 'link', attrs: { href: `#${toReference(number)}` } }] },
        ],
      },
    ],
  };
  const end = list === undefined ? doc.content.size : list.position + list.node.nodeSize - 1;
  const notes =
    list === undefined ? { type: 'orderedList', attrs: { kept: { class: LIST } }, content: [item] } : item;
  const reference = {
    type: 'text',
    text: String(number),
    marks: [
      { type: 'link', attrs: { href: `#${toNote(number)}`, kept: { id: toReference(number) } } },
      { type: 'sup' },
    ],
  };
  editor
    .chain()
    .focus()
    .insertContentAt(editor.state.selection.to, reference)
    .command(({ tr, commands }) =>
      commands.insertContentAt(tr.mapping.map(end), notes, { updateSelection: false }),
    )
    .run();
  selectNote(editor, words);
}

/** The greatest number of a note or of a reference, whose `id` must stay unique; 0 without any. */
function findGreatestNumber(doc: Node): number {
  let greatest = 0;
  doc.descendants(({ attrs, marks }) => {
    for (const { kept } of [attrs, ...marks.map((mark) => mark.attrs)] as readonly KeptAttributes[]) {
      const [, number = '0'] = /^fn(?:ref)?-(\d{1,6})$/.exec(kept?.['id'] ?? '') ?? [];
      greatest = Math.max(greatest, Number(number));
    }
  });
  return greatest;
}

interface KeptAttributes {
  readonly kept?: Readonly<Record<string, string>> | null;
}

function findList(doc: Node): { readonly node: Node; readonly position: number } | undefined {
  let found: { readonly node: Node; readonly position: number } | undefined;
  doc.forEach((node, position) => {
    const { kept } = node.attrs as KeptAttributes;
    if (node.type.name === 'orderedList' && kept?.['class'] === LIST) found = { node, position };
  });
  return found;
}

/** Selects the words of the last note. */
function selectNote(editor: Editor, words: string): void {
  const list = findList(editor.state.doc);
  if (list === undefined) return;
  const last = list.node.lastChild;
  if (last === null) return;
  const from = list.position + list.node.nodeSize - 1 - last.nodeSize + 2;
  editor.commands.setTextSelection({ from, to: from + words.length });
}
