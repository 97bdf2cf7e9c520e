import { t } from '@lingui/core/macro';
import { RichTextEditor, useRichTextEditorContext } from '@mantine/tiptap';
import { useEditorState } from '@tiptap/react';
import type { ReactNode } from 'react';
import { IconLink } from '../../icons/icons.js';

/** Asks for the address of the link at the selection. */
export function LinkButton({ onClick }: { readonly onClick: () => void }): ReactNode {
  const { editor } = useRichTextEditorContext();
  const isActive = useEditorState({ editor, selector: () => editor?.isActive('link') ?? false });
  return (
    <RichTextEditor.Control
      aria-label={t`Link`}
      title={t`Link (Ctrl+K)`}
      aria-keyshortcuts="Control+K Meta+K"
      active={isActive ?? false}
      onClick={onClick}
    >
      <IconLink size={16} />
    </RichTextEditor.Control>
  );
}
