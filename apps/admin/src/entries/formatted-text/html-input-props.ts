import type { EditorState } from '@tiptap/pm/state';
import type { HtmlFormat } from './schema/html-format.js';

/** From an editor to the next one of the same text: that of another format, or the one after the source. */
export class Handover {
  private state: EditorState | undefined;

  leave(state: EditorState): void {
    this.state = state;
  }

  /** The text of the last editor with what can be undone; nothing when it is asked again. */
  take(): EditorState | undefined {
    const { state } = this;
    this.state = undefined;
    return state;
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
}
