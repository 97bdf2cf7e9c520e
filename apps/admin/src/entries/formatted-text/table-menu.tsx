import { t } from '@lingui/core/macro';
import { Menu } from '@mantine/core';
import { RichTextEditor, useRichTextEditorContext } from '@mantine/tiptap';
import { useEditorState } from '@tiptap/react';
import { Fragment, type ReactNode } from 'react';
import { IconTable } from '../../icons/icons.js';
import { ABOVE_DIALOGS } from './selection-popover.js';
import { TABLE_COMMANDS } from './table-commands.js';

/** Inserts a table, or changes the one with the cursor. */
export function TableMenu(): ReactNode {
  const { editor } = useRichTextEditorContext();
  const isInside = useEditorState({ editor, selector: () => editor?.isActive('table') ?? false }) ?? false;
  if (editor === null) return null;
  if (!isInside)
    return (
      <RichTextEditor.Control
        aria-label={t`Table`}
        title={t`Table`}
        onClick={() => {
          editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run();
        }}
      >
        <IconTable size={16} />
      </RichTextEditor.Control>
    );
  return (
    <Menu
      position="bottom-start"
      shadow="md"
      zIndex={ABOVE_DIALOGS}
      portalProps={{ target: 'main' }}
      returnFocus
    >
      <Menu.Target>
        <RichTextEditor.Control active aria-label={t`Table`} title={t`Table`}>
          <IconTable size={16} />
        </RichTextEditor.Control>
      </Menu.Target>
      <Menu.Dropdown>
        {TABLE_COMMANDS.map((group, index) => (
          <Fragment key={group[0]?.label}>
            {index > 0 && <Menu.Divider />}
            {group.map(({ label, run, isDangerous }) => (
              <Menu.Item
                key={label}
                {...(isDangerous === true ? { color: 'red' } : {})}
                onClick={() => {
                  run(editor);
                }}
              >
                {label}
              </Menu.Item>
            ))}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
