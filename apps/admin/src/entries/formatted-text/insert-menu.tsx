import { t } from '@lingui/core/macro';
import { Menu } from '@mantine/core';
import { RichTextEditor, useRichTextEditorContext } from '@mantine/tiptap';
import type { ReactNode } from 'react';
import { IconPlus } from '../../icons/icons.js';
import { getBlockCommands } from './block-commands.js';
import type { HtmlFormat } from './schema/html-format.js';
import { ABOVE_DIALOGS } from './selection-popover.js';

/** The blocks that `/` in an empty line offers. */
export function InsertMenu({ format }: { readonly format: HtmlFormat }): ReactNode {
  const { editor } = useRichTextEditorContext();
  if (editor === null) return null;
  return (
    <Menu position="bottom-start" shadow="md" zIndex={ABOVE_DIALOGS} portalProps={{ target: 'main' }}>
      <Menu.Target>
        <RichTextEditor.Control aria-label={t`Insert a block`} title={t`Insert a block (/ in an empty line)`}>
          <IconPlus size={16} />
        </RichTextEditor.Control>
      </Menu.Target>
      <Menu.Dropdown>
        {getBlockCommands(format).map(({ label, run }) => (
          <Menu.Item
            key={label}
            onClick={() => {
              run(editor);
            }}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
