import { t } from '@lingui/core/macro';
import type { Node } from '@tiptap/pm/model';
import type { Editor } from '@tiptap/react';

const LIST = 'footnotes';

/** The address of the note with a number, and the `id` of its reference in the text. */
const toNote = (number: number): string => `fn-${number}`;
const toReference = (number: number): string => `fnref-${number}`;

/**
 * Puts the number of a footnote at the cursor and the note at the end of the text, with links in both directions, and selects the words of
 * the note. Numbers follow the order in which notes are made: the list at the end keeps it.
 */
export function addFootnote(editor: Editor): void {
  const { doc } = editor.state;
  const list = findList(doc);
  const number = (list?.node.childCount ?? 0) + 1;
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
  // The note first: it is behind the cursor, which so stays where it is.
  editor
    .chain()
    .focus()
    .insertContentAt(end, notes, { updateSelection: false })
    .insertContentAt(editor.state.selection.to, reference)
    .run();
  selectNote(editor, words);
}

function findList(doc: Node): { readonly node: Node; readonly position: number } | undefined {
  let found: { readonly node: Node; readonly position: number } | undefined;
  doc.forEach((node, position) => {
    const { kept } = node.attrs as { readonly kept?: Readonly<Record<string, string>> | null };
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
