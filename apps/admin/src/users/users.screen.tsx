import { t } from '@lingui/core/macro';
import { Badge, Group, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { DialogButton } from '../forms/dialog-button.js';
import { Form } from '../forms/form.js';
import { FormButtons } from '../forms/form-buttons.js';
import { RelativeTime } from '../forms/relative-time.js';
import { useInfiniteList } from '../forms/infinite-list.js';
import { ListTable } from '../forms/list-table.js';
import { useAction } from '../forms/use-action.js';
import { useDraft } from '../forms/use-draft.js';
import { useOpenErrors } from '../forms/use-open-errors.js';
import { TextLink } from '../layout/links.js';
import { QueryBoundary } from '../layout/query-boundary.js';
import { Screen } from '../layout/screen.js';
import { managementApi } from '../management-api/management-api.js';
import * as queries from '../management-api/queries.js';
import type { User } from '../management-api/resources.js';
import { PasswordLinkCard } from './password-link.js';
import { useSignInDelays } from './use-sign-in-delays.js';
import { NEW_USER, USER_POINTERS, UserFields } from './user-fields.js';

const COLUMNS = [
  { label: t`Name` },
  { label: t`Role` },
  { label: t`Last signed in`, visibleFrom: 'sm' },
] as const;

/** The list of users, with a dialog to create one. */
export function UsersScreen(): ReactNode {
  const query = useInfiniteList<User>(['users', 'pages'], '/users');
  const delays = useSignInDelays();
  return (
    <Screen
      title={t`Users`}
      description={t`People who can sign in here and allow clients to act for them.`}
      actions={<DialogButton label={t`New user`}>{(close) => <NewUser onClose={close} />}</DialogButton>}
    >
      <QueryBoundary query={query}>
        {({ pages }) => (
          <ListTable items={pages.flatMap(({ items }) => items)} columns={COLUMNS} more={query}>
            {(user) => <UserRow key={user.id} user={user} isDelayed={delays.has(user.id)} />}
          </ListTable>
        )}
      </QueryBoundary>
    </Screen>
  );
}

function UserRow({
  user: { id, name, displayName, role, enabled, lastLoginAt },
  isDelayed,
}: {
  readonly user: User;
  /** See `useSignInDelays`. */
  readonly isDelayed: boolean;
}): ReactNode {
  const { data: roles = [] } = useQuery(queries.roles);
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="xs">
          <TextLink to="/users/$id" params={{ id }} fw={500} style={{ overflowWrap: 'anywhere' }}>
            {name}
          </TextLink>
          {!enabled && <Badge variant="default">{t`disabled`}</Badge>}
          {isDelayed && <Badge variant="light" color="orange">{t`locked`}</Badge>}
        </Group>
        {displayName !== name && (
          <Text size="sm" c="dimmed">
            {displayName}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Text size="sm">{roles.find((known) => known.name === role)?.label ?? role}</Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <RelativeTime at={lastLoginAt} />
      </Table.Td>
    </Table.Tr>
  );
}

function NewUser({ onClose }: { readonly onClose: () => void }): ReactNode {
  const draft = useDraft(NEW_USER);
  const [invited, setInvited] = useState<User>();
  const { password, ...others } = draft.values;
  const isInvited = password === '';
  const create = useAction({
    mutationFn: () => managementApi.post<User>('/users', isInvited ? others : draft.values),
    successMessage: isInvited ? t`${others.name} is created` : t`${others.name} can sign in now`,
    invalidates: [['users']],
    onSuccess: ({ body }) => {
      if (isInvited) setInvited(body);
      else onClose();
    },
  });
  const failure = useOpenErrors(create.error, draft.values);
  if (invited !== undefined) return <PasswordLinkCard user={invited} onClose={onClose} />;
  return (
    <Form
      onSubmit={create.mutate}
      failure={failure}
      inputPointers={USER_POINTERS}
      unsaved={{ form: 'users/new', draft }}
    >
      <UserFields draft={draft} failure={failure} isNew />
      <FormButtons submit={t`Create user`} isSaving={create.isPending} onCancel={onClose} />
    </Form>
  );
}
