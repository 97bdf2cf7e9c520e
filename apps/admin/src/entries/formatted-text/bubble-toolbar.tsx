import { RichTextEditor } from '@mantine/tiptap';
import { AllSelection, TextSelection } from '@tiptap/pm/state';
import type { Editor } from '@tiptap/react';
import { BubbleMenu } from '@tiptap/react/menus';
import type { ReactNode } from 'react';
import { LinkButton } from './link-button.js';
import { allowsElement, type HtmlFormat } from './schema/html-format.js';

interface BubbleToolbarProps {
  readonly editor: Editor;
  readonly format: HtmlFormat;
  readonly onLink: () => void;
}

/**
 * Buttons below selected words, for the pointer. Screen readers do not see it and it has no tab stop: the toolbar has the same
 * buttons, and each has a key.
 */
export function BubbleToolbar({ editor, format, onLink }: BubbleToolbarProps): ReactNode {
  return (
    <BubbleMenu
      editor={editor}
      // After every render: Mantine gives each of its buttons a tab stop.
      ref={(element: HTMLDivElement | null) => {
        for (const button of element?.querySelectorAll('button') ?? []) button.tabIndex = -1;
      }}
      aria-hidden
      className="bubble-toolbar"
      options={{ placement: 'bottom', offset: 8 }}
      shouldShow={({ editor: shown, view, state: { doc, selection } }) =>
        shown.isEditable &&
        view.hasFocus() &&
        (selection instanceof TextSelection || selection instanceof AllSelection) &&
        doc.textBetween(selection.from, selection.to).trim() !== '' &&
        !shown.isActive('codeBlock')
      }
    >
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Bold />
        <RichTextEditor.Italic />
        {allowsElement(format, 'u') && <RichTextEditor.Underline />}
        {allowsElement(format, 's') && <RichTextEditor.Strikethrough />}
        <RichTextEditor.Code />
        <LinkButton onClick={onLink} />
      </RichTextEditor.ControlsGroup>
    </BubbleMenu>
  );
}
