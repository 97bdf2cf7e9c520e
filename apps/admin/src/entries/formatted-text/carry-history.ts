import { closeHistory, history, undo } from '@tiptap/pm/history';
import { Node, type Schema } from '@tiptap/pm/model';
import { EditorState, Selection, type Transaction } from '@tiptap/pm/state';
import { Step } from '@tiptap/pm/transform';
import type { Editor } from '@tiptap/react';

/**
 * Gives an editor what can be undone in an earlier editor of the same text. The earlier one can have another format: steps are kept
 * from the last moment on at which the text had something that the format of the editor does not allow. A text that was changed
 * between the two editors, such as in its source, is one further step.
 *
 * @param isSame whether a document is the text of the editor
 */
export function carryHistory(earlier: EditorState, editor: Editor, isSame: (doc: Node) => boolean): void {
  const { schema, doc, plugins } = editor.state;
  const past = toSchema(() => translate(earlier, schema));
  if (past === undefined) return;
  const { tr } = past;
  if (!isSame(past.doc)) tr.replaceWith(0, past.doc.content.size, doc.content);
  const state = past.apply(closeHistory(tr)).reconfigure({ plugins: [...plugins] });
  editor.view.updateState(state);
  // The buttons of the toolbar learn of it.
  editor.view.dispatch(state.tr);
}

/** The steps back from a state, the last first, each with where the selection was before it. */
interface Undone {
  readonly transaction: Transaction;
  readonly selection: Selection;
}

/** A state and its history in another schema; `undefined` when the schema lacks something of its document. */
function translate(earlier: EditorState, schema: Schema): EditorState | undefined {
  // Only the history: other plugins belong to the earlier editor.
  let state = earlier.reconfigure({ plugins: [history()] });
  if (toSchema(() => Node.fromJSON(schema, state.doc.toJSON())) === undefined) return undefined;
  const undone: Undone[] = [];
  for (let back = undoOnce(state); back !== undefined; back = undoOnce(state)) {
    const { steps } = back;
    if (toSchema(() => steps.map((step) => Step.fromJSON(schema, step.toJSON()))) === undefined) break;
    state = state.apply(back);
    undone.push({ transaction: back, selection: state.selection });
  }
  const first = Node.fromJSON(schema, state.doc.toJSON());
  let translated = EditorState.create({ doc: first, plugins: [history()] });
  for (const { transaction, selection } of undone.toReversed()) {
    translated = select(translated, selection);
    const { tr } = translated;
    for (const step of getInverse(transaction)) tr.step(Step.fromJSON(schema, step.toJSON()));
    translated = translated.apply(closeHistory(tr));
  }
  return select(translated, earlier.selection);
}

/** The last step back; `undefined` at the beginning. */
function undoOnce(state: EditorState): Transaction | undefined {
  const transactions: Transaction[] = [];
  undo(state, (transaction) => transactions.push(transaction));
  return transactions[0];
}

/** The steps that take back those of a transaction. */
function getInverse({ steps, docs }: Transaction): readonly Step[] {
  return steps
    .flatMap((step, index) => (docs[index] === undefined ? [] : [step.invert(docs[index])]))
    .toReversed();
}

function select(state: EditorState, selection: Selection): EditorState {
  return state.apply(state.tr.setSelection(Selection.fromJSON(state.doc, selection.toJSON())));
}

/** What is read into a schema; `undefined` when the schema has no such node or mark, or has it elsewhere only. */
function toSchema<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError || (error instanceof Error && error.name === 'TransformError'))
      return undefined;
    throw error;
  }
}
