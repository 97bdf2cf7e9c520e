import { t } from '@lingui/core/macro';
import { Button, Group, TextInput } from '@mantine/core';
import type { Editor } from '@tiptap/react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { completeAddress } from './link-address.js';
import { SelectionPopover } from './selection-popover.js';

interface LinkPopoverProps {
  readonly editor: Editor;
  readonly onClose: () => void;
}

/** The address of the link at the selection. */
export function LinkPopover({ editor, onClose }: LinkPopoverProps): ReactNode {
  const [address, setAddress] = useState(() => String(editor.getAttributes('link')['href'] ?? ''));

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
    <SelectionPopover editor={editor} label={t`Link`} onClose={onClose}>
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
    </SelectionPopover>
  );
}

/** The link of an address that is its own text. */
function toLinkMark(address: string): { readonly type: 'link'; readonly attrs: { readonly href: string } } {
  return { type: 'link', attrs: { href: completeAddress(address) } };
}
