import { Badge, Card, Group, Table, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { DialogButton } from '../forms/dialog-button.js';
import { FormDialog } from '../forms/form-dialog.js';
import { QueryBoundary } from '../layout/query-boundary.js';
import { Screen } from '../layout/screen.js';
import * as queries from '../management-api/queries.js';
import { EditRole, NewRole } from './role-forms.js';

/** The roles, with dialogs to create and edit one. A role bounds the scopes of its users' tokens. */
export function RolesScreen(): ReactNode {
  const query = useQuery(queries.roles);
  const [edited, setEdited] = useState<string>();
  const close = (): void => {
    setEdited(undefined);
  };
  return (
    <Screen
      title="Roles"
      description="A role is a set of scopes: the most that its users, and clients that act for them, may do."
      actions={
        <DialogButton label="New role" size="xl">
          {(onClose) => <NewRole onClose={onClose} />}
        </DialogButton>
      }
    >
      <QueryBoundary query={query}>
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
      </QueryBoundary>
      <FormDialog opened={edited !== undefined} onClose={close} title="Role" size="xl">
        {edited !== undefined && <EditRole name={edited} onClose={close} />}
      </FormDialog>
    </Screen>
  );
}
