import { t } from '@lingui/core/macro';
import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import type { Editor } from '@tiptap/react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { PICTURE } from './picture-node.js';
import { selectUndescribedPicture } from './select-picture.js';
import { SelectionPopover } from './selection-popover.js';

/** Characters of an alternative text; of the images of fields the service stores as many. */
const MAXIMUM = 512;

interface PicturePopoverProps {
  readonly editor: Editor;
  readonly onClose: () => void;
}

/** The alternative text of the selected picture; after it that of the next picture without one. */
export function PicturePopover({ editor, onClose }: PicturePopoverProps): ReactNode {
  const [generation, setGeneration] = useState(0);
  return (
    <SelectionPopover key={generation} editor={editor} label={t`Picture`} onClose={onClose}>
      <PictureFields
        editor={editor}
        onSaved={() => {
          if (selectUndescribedPicture(editor)) {
            setGeneration(generation + 1);
            return;
          }
          onClose();
          editor.chain().focus().selectTextblockEnd().run();
        }}
        onRemove={() => {
          onClose();
          editor.chain().focus().deleteSelection().run();
        }}
      />
    </SelectionPopover>
  );
}

interface PictureFieldsProps {
  readonly editor: Editor;
  readonly onSaved: () => void;
  readonly onRemove: () => void;
}

function PictureFields({ editor, onSaved, onRemove }: PictureFieldsProps): ReactNode {
  const [alt, setAlt] = useState(() => toText(editor.getAttributes(PICTURE)['alt']));
  const [isRefused, setRefused] = useState(false);
  const isDecorative = alt === '';

  function save(): void {
    const text = alt?.trim();
    if (text === undefined || (text === '' && !isDecorative)) {
      setRefused(true);
      return;
    }
    editor.commands.updateAttributes(PICTURE, { alt: text });
    onSaved();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    save();
  }

  return (
    <Stack gap="xs" w="min(340px, 80vw)">
      <TextInput
        size="xs"
        label={t`Alternative text`}
        placeholder={isDecorative ? '' : t`What the picture shows, for those who do not see it`}
        maxLength={MAXIMUM}
        {...(!isDecorative && { 'data-autofocus': true })}
        disabled={isDecorative}
        error={isRefused && !isDecorative && t`Describe the picture, or tick «Decorative».`}
        value={alt ?? ''}
        onChange={({ currentTarget: { value } }) => {
          setAlt(value === '' ? undefined : value);
        }}
        onKeyDown={onKeyDown}
      />
      <Checkbox
        size="xs"
        label={t`Decorative: screen readers skip it`}
        checked={isDecorative}
        onChange={({ currentTarget: { checked } }) => {
          setAlt(checked ? '' : undefined);
        }}
        onKeyDown={onKeyDown}
      />
      <Group gap="xs">
        <Button size="xs" onClick={save}>
          {t`Done`}
        </Button>
        <Button size="xs" variant="default" onClick={onRemove}>
          {t`Remove the picture`}
        </Button>
      </Group>
    </Stack>
  );
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
