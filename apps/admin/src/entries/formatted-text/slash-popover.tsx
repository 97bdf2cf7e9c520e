import { t } from '@lingui/core/macro';
import { Box, Popover, Text } from '@mantine/core';
import type { Editor } from '@tiptap/react';
import { type ReactNode, useEffect, useId, useSyncExternalStore } from 'react';
import type { SlashMenu, SlashMenuStore } from './schema/slash-menu.js';
import { ABOVE_DIALOGS, measureSelection } from './selection-popover.js';

interface SlashPopoverProps {
  readonly editor: Editor;
  readonly store: SlashMenuStore;
}

/** The blocks that are chosen by `/`, below the line; the focus stays in the text (WAI-ARIA, `aria-activedescendant`). */
export function SlashPopover({ editor, store }: SlashPopoverProps): ReactNode {
  const menu = useSyncExternalStore(store.subscribe, store.get);
  return menu === undefined ? null : <Options editor={editor} menu={menu} />;
}

function Options({ editor, menu }: { readonly editor: Editor; readonly menu: SlashMenu }): ReactNode {
  const id = useId();
  const { commands, active, choose } = menu;
  useEffect(() => {
    const { dom } = editor.view;
    dom.setAttribute('aria-controls', id);
    dom.setAttribute('aria-activedescendant', `${id}-${active}`);
    document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' });
    return () => {
      dom.removeAttribute('aria-controls');
      dom.removeAttribute('aria-activedescendant');
    };
  }, [editor, id, active]);
  return (
    <Popover
      opened
      withRoles={false}
      position="bottom-start"
      shadow="md"
      zIndex={ABOVE_DIALOGS}
      portalProps={{ target: 'main' }}
      closeOnEscape={false}
      middlewares={{ flip: true, shift: true }}
    >
      <Popover.Target>
        <Box pos="absolute" style={{ ...measureSelection(editor), pointerEvents: 'none' }} />
      </Popover.Target>
      <Popover.Dropdown p={4}>
        <Box id={id} role="listbox" aria-label={t`Insert a block`} mah={280} style={{ overflowY: 'auto' }}>
          {commands.map((command, index) => (
            <Text
              key={command.label}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              size="sm"
              px="sm"
              py={6}
              bg={index === active ? 'var(--mantine-color-default-hover)' : undefined}
              style={{ cursor: 'pointer' }}
              onMouseDown={(event) => {
                event.preventDefault();
                choose(command);
              }}
            >
              {command.label}
            </Text>
          ))}
        </Box>
      </Popover.Dropdown>
    </Popover>
  );
}
