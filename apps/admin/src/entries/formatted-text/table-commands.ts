import { t } from '@lingui/core/macro';
import type { Editor } from '@tiptap/react';

export interface TableCommand {
  readonly label: string;
  readonly run: (editor: Editor) => void;
  readonly isDangerous?: true;
}

/** What changes the table with the cursor, in groups. */
export const TABLE_COMMANDS: readonly (readonly TableCommand[])[] = [
  [
    { label: t`Row above`, run: (editor) => editor.chain().focus().addRowBefore().run() },
    { label: t`Row below`, run: (editor) => editor.chain().focus().addRowAfter().run() },
    { label: t`Column before`, run: (editor) => editor.chain().focus().addColumnBefore().run() },
    { label: t`Column after`, run: (editor) => editor.chain().focus().addColumnAfter().run() },
  ],
  [
    { label: t`Header row`, run: (editor) => editor.chain().focus().toggleHeaderRow().run() },
    { label: t`Header column`, run: (editor) => editor.chain().focus().toggleHeaderColumn().run() },
    { label: t`Merge or split cells`, run: (editor) => editor.chain().focus().mergeOrSplit().run() },
  ],
  [
    { label: t`Delete row`, run: (editor) => editor.chain().focus().deleteRow().run(), isDangerous: true },
    {
      label: t`Delete column`,
      run: (editor) => editor.chain().focus().deleteColumn().run(),
      isDangerous: true,
    },
    {
      label: t`Delete table`,
      run: (editor) => editor.chain().focus().deleteTable().run(),
      isDangerous: true,
    },
  ],
];
