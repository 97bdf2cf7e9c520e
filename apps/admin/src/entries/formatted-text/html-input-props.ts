import type { EditorState } from '@tiptap/pm/state';
import type { PastedTables } from './pasting.js';
import type { HtmlFormat } from './schema/html-format.js';

/** What an editor leaves. */
interface Left {
  /** The text with what can be undone. */
  readonly state?: EditorState;
  /** Tables that became paragraphs, which the next editor keeps. */
  readonly tables?: PastedTables;
}

/** From an editor to the next one of the same text: that of another format, or the one after the source. */
export class Handover {
  private left: Left = {};

  leave(left: Left): void {
    this.left = { ...this.left, ...left };
  }

  /** What the last editor has left; nothing when it is asked again. */
  take(): Left {
    const { left } = this;
    this.left = {};
    return left;
  }
}

/** The properties of an input for HTML: the editor, or its source. */
export interface HtmlInputProps {
  readonly label: string;
  readonly format: HtmlFormat;
  readonly html: string;
  readonly disabled: boolean;
  readonly onChange: (html: string) => void;
  readonly handover: Handover;
  /** Gives the text the format that keeps pasted tables; `undefined` when this one does, or none. */
  readonly onKeepTables: ((tables: PastedTables) => void) | undefined;
}
