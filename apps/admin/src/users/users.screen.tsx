import { Badge, Card, Group, Stack, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { DialogButton } from '../forms/dialog-button.js';
import { Form } from '../forms/form.js';
import { FormButtons } from '../forms/form-buttons.js';
import { RelativeTime } from '../forms/relative-time.js';
import { MoreButton, useInfiniteList } from '../forms/infinite-list.js';
import { useAction } from '../forms/use-action.js';
import { useDraft } from '../forms/use-draft.js';
import { useOpenErrors } from '../forms/use-open-errors.js';
import { TextLink } from '../layout/links.js';
import { QueryBoundary } from '../layout/query-boundary.js';
import { Screen } from '../layout/screen.js';
import { managementApi } from '../management-api/management-api.js';
import type { User } from '../management-api/resources.js';
import { USER_POINTERS, UserFields, type UserValues } from './user-fields.js';

/** The list of users, with a dialog to create one. */
export function UsersScreen(): ReactNode {
  const query = useInfiniteList<User>(['users', 'pages'], '/users');
  return (
    <Screen
      title="Users"
      description="People who can sign in here and allow clients to act for them."
      actions={<DialogButton label="New user">{(close) => <NewUser onClose={close} />}</DialogButton>}
    >
      <QueryBoundary query={query}>
        {({ pages }) => (
          <Stack>
            <UserTable users={pages.flatMap(({ items }) => items)} />
            <MoreButton query={query} />
          </Stack>
        )}
      </QueryBoundary>
    </Screen>
  );
}

function UserTable({ users }: { readonly users: readonly User[] }): ReactNode {
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
                  <TextLink to="/users/$id" params={{ id }} fw={500}>
                    {name}
                  </TextLink>
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
                <RelativeTime at={lastLoginAt} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  );
}

const EMPTY: UserValues = { name: '', displayName: '', role: 'editor', password: '', keepPassword: false };

function NewUser({ onClose }: { readonly onClose: () => void }): ReactNode {
  const draft = useDraft(EMPTY);
  const create = useAction({
    mutationFn: () => managementApi.post('/users', draft.values),
    successMessage: `${draft.values.name} can sign in now`,
    invalidates: [['users']],
    onSuccess: onClose,
  });
  const failure = useOpenErrors(create.error, draft.values);
  return (
    <Form onSubmit={create.mutate} failure={failure} inputPointers={USER_POINTERS}>
      <UserFields draft={draft} failure={failure} isNew />
      <FormButtons submit="Create user" isSaving={create.isPending} onCancel={onClose} />
    </Form>
  );
}
