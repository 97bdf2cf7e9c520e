import { Extension } from '@tiptap/core';
import { Fragment, type Node, type ResolvedPos, type Schema, Slice } from '@tiptap/pm/model';
import { NodeSelection, Plugin } from '@tiptap/pm/state';
import { dropPoint } from '@tiptap/pm/transform';
import type { EditorView } from '@tiptap/pm/view';
import { PICTURE } from './picture-node.js';

/** What a view drags while files, which become pictures, are dragged over it. */
class FileDrag {
  readonly move = false;
  readonly slice: Slice;

  constructor({ nodes }: Schema) {
    this.slice = toBlock(nodes[PICTURE]?.create());
  }
}

/**
 * Puts dragged files and dragged pictures of the text between blocks, since they would split a word. ProseMirror shows the place at
 * which the slice in `dragging` of its view fits, and puts the slice there.
 */
export const DropPlace = Extension.create({
  name: 'dropPlace',
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleDOMEvents: {
          dragover: (view, { dataTransfer }) => {
            if (dataTransfer?.types.includes('Files') !== true) endFileDrag(view);
            else view.dragging ??= new FileDrag(view.state.schema);
            wrapPicture(view);
            return false;
          },
        },
      },
      appendTransaction: (transactions, _, { doc, tr, selection }) => {
        const isDrop = transactions.some((transaction) => transaction.getMeta('uiEvent') === 'drop');
        if (!isDrop || !(selection instanceof NodeSelection) || !isBlockOfPicture(selection.node))
          return null;
        // The picture itself, as after a click on it.
        return tr.setSelection(NodeSelection.create(doc, selection.from + 1));
      },
    }),
  ],
});

/** The end of a drag of files, which the browser tells only the program that they come from. */
export function endFileDrag(view: EditorView): void {
  if (!(view.dragging instanceof FileDrag)) return;
  view.dragging = null;
  view.dom.dispatchEvent(new DragEvent('dragend'));
}

/** The place for a dropped picture: the empty paragraph at the pointer, or else the end of a block that is nearest to it. */
export function findDropPlace(
  view: EditorView,
  { clientX: left, clientY: top }: { readonly clientX: number; readonly clientY: number },
): number {
  const { doc, schema, selection } = view.state;
  const position = view.posAtCoords({ left, top })?.pos ?? selection.to;
  if (isEmptyParagraph(doc.resolve(position).parent)) return position;
  return dropPoint(doc, position, new FileDrag(schema).slice) ?? position;
}

export function isEmptyParagraph({ type, childCount }: Node): boolean {
  return type.name === 'paragraph' && childCount === 0;
}

/** Whether a block has one picture and nothing else. */
function isBlockOfPicture({ childCount, firstChild }: Node): boolean {
  return childCount === 1 && firstChild?.type.name === PICTURE;
}

/** Gives a dragged picture of the text a paragraph, together with the one that it leaves empty. */
function wrapPicture(view: EditorView): void {
  const { dragging } = view;
  const node = dragging?.slice.content.firstChild;
  if (dragging == null || node?.type.name !== PICTURE || dragging.slice.content.childCount > 1) return;
  const selection: unknown = 'node' in dragging ? dragging.node : view.state.selection;
  const moved = selection instanceof NodeSelection ? { node: widen(selection) } : {};
  view.dragging = { ...dragging, ...moved, slice: toBlock(node) };
}

/** The paragraph that has nothing but the selected picture, unless the text needs a paragraph there; or else the picture. */
function widen(picture: NodeSelection): NodeSelection {
  const { $from } = picture;
  const isAlone = $from.parent.childCount === 1 && $from.depth > 0;
  if (!isAlone || !isDispensable($from)) return picture;
  return NodeSelection.create($from.doc, $from.before());
}

/** Whether the block around a position may be removed. */
function isDispensable(position: ResolvedPos): boolean {
  const index = position.index(-1);
  return position.node(-1).canReplace(index, index + 1);
}

function toBlock(picture: Node | undefined): Slice {
  const paragraph = picture?.type.schema.nodes['paragraph']?.create(null, picture);
  return new Slice(Fragment.from(paragraph), 0, 0);
}
