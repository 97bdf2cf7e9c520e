import { t } from '@lingui/core/macro';
import { Box, Button, Group, Popover, TextInput } from '@mantine/core';
import type { Editor } from '@tiptap/react';
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { completeAddress } from './link-address.js';

/** Pixels at the edges of the window that the header and the toolbar, and the bar with the buttons, cover. */
const COVERED = { top: 120, bottom: 90 };

/** Pixels that the popover needs below the selection. */
const POPOVER_HEIGHT = 80;

/** The editor can be in a dialog, whose z-index is 200. */
const ABOVE_DIALOGS = 300;

interface LinkPopoverProps {
  readonly editor: Editor;
  readonly onClose: () => void;
}

/**
 * The address of the link at the selection, below or above it, so that neither the selection nor the toolbar is covered. Its
 * parent must be positioned and have the content of the editor at its upper left corner.
 */
export function LinkPopover({ editor, onClose }: LinkPopoverProps): ReactNode {
  const [selection, setSelection] = useState(() => measureSelection(editor));
  useEffect(() => {
    const observer = new ResizeObserver(() => {
      setSelection(measureSelection(editor));
    });
    observer.observe(editor.view.dom);
    return () => {
      observer.disconnect();
    };
  }, [editor]);
  const [address, setAddress] = useState(() => String(editor.getAttributes('link')['href'] ?? ''));

  function cancel(): void {
    onClose();
    editor.commands.focus();
  }

  function save(): void {
    onClose();
    const chain = editor.chain().focus().extendMarkRange('link');
    const href = address.trim();
    if (href === '') chain.unsetLink().run();
    else if (editor.state.selection.empty && !editor.isActive('link'))
      chain.insertContent({ type: 'text', text: href, marks: [toLinkMark(href)] }).run();
    else chain.setLink({ href }).run();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    save();
  }

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
        aria-label={t`Link`}
        onKeyDown={({ key }) => {
          if (key === 'Escape') cancel();
        }}
      >
        <Group gap="xs" wrap="nowrap">
          <TextInput
            aria-label={t`Address`}
            placeholder="https://example.com/"
            type="url"
            flex={1}
            w="min(280px, 50vw)"
            miw={0}
            data-autofocus
            value={address}
            onChange={({ currentTarget }) => {
              setAddress(currentTarget.value);
            }}
            onKeyDown={onKeyDown}
          />
          <Button variant="default" onClick={save}>
            {t`Set link`}
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}

/** The link of an address that is its own text. */
function toLinkMark(address: string): { readonly type: 'link'; readonly attrs: { readonly href: string } } {
  return { type: 'link', attrs: { href: completeAddress(address) } };
}

/** The place of the selection in the content; of one that is higher than the window, the part above the popover. */
function measureSelection({
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
