import { Badge, Button, Card, Group, Stack, Table, Text, UnstyledButton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Moment } from '../forms/moment.js';
import { MoreButton } from '../forms/more-button.js';
import { usePages } from '../forms/use-pages.js';
import { Loaded } from '../frame/loaded.js';
import { Screen } from '../frame/screen.js';
import type { User } from '../manage/shapes.js';
import { EditUser } from './edit-user.js';
import { NewUser } from './new-user.js';

/** Who can sign in. */
export function UsersScreen(): ReactNode {
  const query = usePages<User>(['users', 'pages'], '/users');
  const [edited, setEdited] = useState<string>();
  const [isNew, setNew] = useState(false);
  return (
    <Screen
      title="Users"
      description="People who can sign in here and allow clients to act for them."
      actions={
        <Button
          leftSection={<IconPlus size={16} />}
          onClick={() => {
            setNew(true);
          }}
        >
          New user
        </Button>
      }
    >
      <Loaded query={query}>
        {({ pages }) => (
          <Stack>
            <UserTable users={pages.flatMap(({ items }) => items)} onEdit={setEdited} />
            <MoreButton query={query} />
          </Stack>
        )}
      </Loaded>
      <NewUser
        opened={isNew}
        onClose={() => {
          setNew(false);
        }}
      />
      <EditUser
        id={edited}
        onClose={() => {
          setEdited(undefined);
        }}
      />
    </Screen>
  );
}

interface UserTableProps {
  readonly users: readonly User[];
  readonly onEdit: (id: string) => void;
}

function UserTable({ users, onEdit }: UserTableProps): ReactNode {
  return (
    <Card withBorder p={0}>
      <Table highlightOnHover verticalSpacing="sm" horizontalSpacing="md">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>Role</Table.Th>
            <Table.Th visibleFrom="sm">Last signed in</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {users.map(({ id, name, displayName, role, enabled, lastLoginAt }) => (
            <Table.Tr key={id}>
              <Table.Td>
                <Group gap="xs">
                  <UnstyledButton
                    fw={500}
                    c="var(--mantine-color-anchor)"
                    onClick={() => {
                      onEdit(id);
                    }}
                  >
                    {name}
                  </UnstyledButton>
                  {!enabled && <Badge variant="default">disabled</Badge>}
                </Group>
                {displayName !== null && displayName !== name && (
                  <Text size="sm" c="dimmed">
                    {displayName}
                  </Text>
                )}
              </Table.Td>
              <Table.Td>
                <Text size="sm">{role}</Text>
              </Table.Td>
              <Table.Td visibleFrom="sm">
                <Moment at={lastLoginAt} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  );
}
