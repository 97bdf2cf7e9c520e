import { Box, Popover } from '@mantine/core';
import type { Editor } from '@tiptap/react';
import { type ReactNode, useEffect, useState } from 'react';

/** Pixels at the edges of the window that the header and the toolbar, and the bar with the buttons, cover. */
const COVERED = { top: 120, bottom: 90 };

/** Pixels that the popover needs below the selection. */
const POPOVER_HEIGHT = 80;

/** The editor can be in a dialog, whose z-index is 200. */
export const ABOVE_DIALOGS = 300;

interface SelectionPopoverProps {
  readonly editor: Editor;
  readonly label: string;
  /** After Escape, and when something outside is pressed. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * Inputs for what is selected, below or above it, so that neither the selection nor the toolbar is covered. Its parent must be
 * positioned and have the content of the editor at its upper left corner.
 */
export function SelectionPopover({ editor, label, onClose, children }: SelectionPopoverProps): ReactNode {
  const [selection, setSelection] = useState(() => measureSelection(editor));
  useEffect(() => {
    const measure = (): void => {
      setSelection(measureSelection(editor));
    };
    const observer = new ResizeObserver(measure);
    observer.observe(editor.view.dom);
    editor.on('selectionUpdate', measure);
    return () => {
      observer.disconnect();
      editor.off('selectionUpdate', measure);
    };
  }, [editor]);

  return (
    <Popover
      opened
      trapFocus
      portalProps={{ target: 'main' }}
      zIndex={ABOVE_DIALOGS}
      withRoles={false}
      position="bottom-start"
      shadow="md"
      middlewares={{ flip: { padding: COVERED }, shift: true }}
      closeOnEscape={false}
      // It would be closed when the window becomes narrower, before the place of the selection is measured again.
      hideDetached={false}
      onChange={onClose}
    >
      <Popover.Target>
        <Box pos="absolute" style={{ ...selection, pointerEvents: 'none' }} />
      </Popover.Target>
      <Popover.Dropdown
        p="xs"
        maw="100%"
        role="dialog"
        aria-label={label}
        onKeyDown={({ key }) => {
          if (key !== 'Escape') return;
          onClose();
          editor.commands.focus();
        }}
      >
        {children}
      </Popover.Dropdown>
    </Popover>
  );
}

/** The place of the selection in the content; of one that is higher than the window, the part above the popover. */
export function measureSelection({
  state,
  view,
}: Editor): Readonly<Record<'top' | 'left' | 'width' | 'height', number>> {
  const { from, to } = state.selection;
  const content = view.dom.getBoundingClientRect();
  const start = view.coordsAtPos(from);
  const end = view.coordsAtPos(to, -1);
  const bottom = Math.min(end.bottom, window.innerHeight - COVERED.bottom - POPOVER_HEIGHT);
  return {
    top: start.top - content.top,
    left: Math.min(start.left, end.left) - content.left,
    width: Math.abs(end.left - start.left),
    height: Math.max(bottom - start.top, 0),
  };
}
