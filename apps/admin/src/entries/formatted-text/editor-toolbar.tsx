import { t } from '@lingui/core/macro';
import { Text } from '@mantine/core';
import { RichTextEditor, useRichTextEditorContext } from '@mantine/tiptap';
import { useEditorState } from '@tiptap/react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { IconMaximize, IconMinimize, IconPhoto, IconSourceCode } from '../../icons/icons.js';
import { InsertMenu } from './insert-menu.js';
import { LinkButton } from './link-button.js';
import { PICTURE } from './picture-node.js';
import { allowsElement, type HtmlFormat } from './schema/html-format.js';
import { TableMenu } from './table-menu.js';

/** The height of the header of the page, below which the toolbar stays. */
const HEADER_HEIGHT = 56;

interface EditorToolbarProps {
  readonly label: string;
  readonly format: HtmlFormat;
  readonly isFullScreen: boolean;
  readonly onFullScreen: () => void;
  /** Shows the HTML source. */
  readonly onSource: () => void;
  /** Opens the address of the link at the selection. */
  readonly onLink: () => void;
  /** Opens the library, or the alternative text of the selected picture; `undefined` without a type of media for pictures. */
  readonly onPicture: (() => void) | undefined;
}

/**
 * The buttons of the editor: one stop of the Tab key, with arrow keys between them (WAI-ARIA Authoring Practices,
 * «Toolbar Pattern»). It stays in sight while a long text is scrolled.
 */
export function EditorToolbar(props: EditorToolbarProps): ReactNode {
  const { label, format, isFullScreen, onFullScreen, onSource, onLink, onPicture } = props;
  const allows = (element: string): boolean => allowsElement(format, element);
  const toolbar = useRef<HTMLDivElement>(null);
  const current = useRef(0);
  // After every render: the buttons come and go with the format, and React gives new ones their own tab stop.
  useEffect(() => {
    setTabStop(getButtons(toolbar.current), current.current);
  });

  function onKeyDown(event: KeyboardEvent): void {
    const buttons = getButtons(toolbar.current);
    const index = buttons.findIndex((button) => button === event.target);
    const next = index === -1 ? undefined : getNextIndex(event.key, index, buttons.length);
    if (next === undefined) return;
    event.preventDefault();
    current.current = next;
    setTabStop(buttons, next);
    buttons[next]?.focus();
  }

  return (
    <RichTextEditor.Toolbar
      ref={toolbar}
      sticky
      stickyOffset={isFullScreen ? 0 : HEADER_HEIGHT}
      role="toolbar"
      aria-label={t`Formatting of ${label}`}
      onKeyDown={onKeyDown}
    >
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Bold />
        <RichTextEditor.Italic />
        {allows('u') && <RichTextEditor.Underline />}
        {allows('s') && <RichTextEditor.Strikethrough />}
        <RichTextEditor.Code />
        <RichTextEditor.ClearFormatting />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.H2 />
        <RichTextEditor.H3 />
        <RichTextEditor.H4 />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.BulletList />
        <RichTextEditor.OrderedList />
        <RichTextEditor.Blockquote />
        {allows('pre') && <RichTextEditor.CodeBlock icon={CodeBlockIcon} />}
        {allows('hr') && <RichTextEditor.Hr />}
        {allows('table') && <TableMenu />}
        <InsertMenu format={format} />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <LinkButton onClick={onLink} />
        <RichTextEditor.Unlink />
        {onPicture !== undefined && <PictureButton onClick={onPicture} />}
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Undo />
        <RichTextEditor.Redo />
      </RichTextEditor.ControlsGroup>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Control aria-label={t`HTML source`} title={t`HTML source`} onClick={onSource}>
          <Text component="span" size="10px" fw={700}>
            HTML
          </Text>
        </RichTextEditor.Control>
        <RichTextEditor.Control
          aria-label={t`Full screen`}
          title={t`Full screen (Escape leaves it)`}
          aria-pressed={isFullScreen}
          active={isFullScreen}
          onClick={onFullScreen}
        >
          {isFullScreen ? <IconMinimize size={16} /> : <IconMaximize size={16} />}
        </RichTextEditor.Control>
      </RichTextEditor.ControlsGroup>
    </RichTextEditor.Toolbar>
  );
}

/** Mantine has the same icon for a block of code and for code in a line. */
function CodeBlockIcon(): ReactNode {
  return <IconSourceCode size={16} />;
}

function PictureButton({ onClick }: { readonly onClick: () => void }): ReactNode {
  const { editor } = useRichTextEditorContext();
  const isActive = useEditorState({ editor, selector: () => editor?.isActive(PICTURE) ?? false });
  return (
    <RichTextEditor.Control
      aria-label={t`Picture`}
      title={t`Picture`}
      active={isActive ?? false}
      onClick={onClick}
    >
      <IconPhoto size={16} />
    </RichTextEditor.Control>
  );
}

function getButtons(toolbar: HTMLElement | null): readonly HTMLButtonElement[] {
  return [
    ...(toolbar?.querySelectorAll<HTMLButtonElement>('button[data-rich-text-editor-control]:enabled') ?? []),
  ];
}

function setTabStop(buttons: readonly HTMLButtonElement[], current: number): void {
  for (const [index, button] of buttons.entries())
    button.tabIndex = index === Math.min(current, buttons.length - 1) ? 0 : -1;
}

function getNextIndex(key: string, index: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return (index + 1) % count;
    case 'ArrowLeft':
      return (index + count - 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
