import { Badge, Button, Card, Group, Table, Text, UnstyledButton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Loaded } from '../frame/loaded.js';
import { Screen } from '../frame/screen.js';
import * as queries from '../manage/queries.js';
import { EditRole } from './edit-role.js';
import { NewRole } from './new-role.js';

/** What users may do: the most that their tokens can hold. */
export function RolesScreen(): ReactNode {
  const query = useQuery(queries.roles);
  const [edited, setEdited] = useState<string>();
  const [isNew, setNew] = useState(false);
  return (
    <Screen
      title="Roles"
      description="A role is a set of scopes: the most that its users, and clients that act for them, may do."
      actions={
        <Button
          leftSection={<IconPlus size={16} />}
          onClick={() => {
            setNew(true);
          }}
        >
          New role
        </Button>
      }
    >
      <Loaded query={query}>
        {(roles) => (
          <Card withBorder p={0}>
            <Table highlightOnHover verticalSpacing="sm" horizontalSpacing="md">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Role</Table.Th>
                  <Table.Th>Scopes</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {roles.map(({ name, label, scopes, builtIn }) => (
                  <Table.Tr key={name}>
                    <Table.Td>
                      <Group gap="xs">
                        <UnstyledButton
                          fw={500}
                          c="var(--mantine-color-anchor)"
                          onClick={() => {
                            setEdited(name);
                          }}
                        >
                          {label}
                        </UnstyledButton>
                        {builtIn && <Badge variant="default">built in</Badge>}
                      </Group>
                      <Text size="xs" c="dimmed" ff="monospace">
                        {name}
                      </Text>
                    </Table.Td>
                    <Table.Td>
                      <Text size="sm">{scopes.length === 1 ? scopes[0] : `${scopes.length} scopes`}</Text>
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Card>
        )}
      </Loaded>
      <NewRole
        opened={isNew}
        onClose={() => {
          setNew(false);
        }}
      />
      <EditRole
        name={edited}
        onClose={() => {
          setEdited(undefined);
        }}
      />
    </Screen>
  );
}
