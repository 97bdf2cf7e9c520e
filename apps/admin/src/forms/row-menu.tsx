import { ActionIcon, Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconDots } from '../icons/icons.js';

interface RowMenuProps {
  /** The name of the button, such as `Actions for Trams`. */
  readonly label: string;
  /** The items. */
  readonly children: ReactNode;
}

/** A button of a row that opens the menu of its actions. */
export function RowMenu({ label, children }: RowMenuProps): ReactNode {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" c="inherit" size={32} aria-label={label}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
