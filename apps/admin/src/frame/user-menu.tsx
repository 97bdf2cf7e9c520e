import { Button, Menu, Text } from '@mantine/core';
import { IconLogout, IconUser } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { signOut } from '../session/session.js';
import { useSession } from '../session/use-session.js';

export function UserMenu(): ReactNode {
  const { user } = useSession();
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          c="inherit"
          px="sm"
          leftSection={<IconUser size={18} />}
          aria-label={`Account: ${user.displayName ?? user.name}`}
        >
          {user.displayName ?? user.name}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="xs">
            Signed in as {user.name}, with the role {user.role}
          </Text>
        </Menu.Label>
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void signOut()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
