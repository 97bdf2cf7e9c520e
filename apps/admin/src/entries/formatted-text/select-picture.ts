import type { Editor } from '@tiptap/react';
import { PICTURE } from './picture-node.js';

/** Selects the first picture without an alternative text. @returns whether there is one */
export function selectUndescribedPicture(editor: Editor): boolean {
  let found: number | undefined;
  editor.state.doc.descendants((node, position) => {
    if (found === undefined && node.type.name === PICTURE && node.attrs['alt'] === null) found = position;
    return found === undefined;
  });
  return found !== undefined && editor.commands.setNodeSelection(found);
}
