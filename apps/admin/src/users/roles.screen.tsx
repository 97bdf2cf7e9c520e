import { plural, t } from '@lingui/core/macro';
import { Badge, Group, Table, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { DialogButton } from '../forms/dialog-button.js';
import { FormDialog } from '../forms/form-dialog.js';
import { ListTable } from '../forms/list-table.js';
import { QueryBoundary } from '../layout/query-boundary.js';
import { Screen } from '../layout/screen.js';
import * as queries from '../management-api/queries.js';
import type { Role } from '../management-api/resources.js';
import { EditRole, NewRole } from './role-forms.js';

const COLUMNS = [{ label: t`Role` }, { label: t`Scopes` }] as const;

/** The roles, with dialogs to create and edit one. A role bounds the scopes of its users' tokens. */
export function RolesScreen(): ReactNode {
  const query = useQuery(queries.roles);
  const [edited, setEdited] = useState<Role>();
  const close = (): void => {
    setEdited(undefined);
  };
  return (
    <Screen
      title={t`Roles`}
      description={t`A role is a set of scopes: the most that its users, and clients that act for them, may do.`}
      actions={
        <DialogButton label={t`New role`} size="xl">
          {(onClose) => <NewRole onClose={onClose} />}
        </DialogButton>
      }
    >
      <QueryBoundary query={query}>
        {(roles) => (
          <ListTable items={roles} columns={COLUMNS}>
            {(role) => (
              <RoleRow
                key={role.name}
                role={role}
                onEdit={() => {
                  setEdited(role);
                }}
              />
            )}
          </ListTable>
        )}
      </QueryBoundary>
      <FormDialog opened={edited !== undefined} onClose={close} title={edited?.label ?? t`Role`} size="xl">
        {edited !== undefined && <EditRole name={edited.name} onClose={close} />}
      </FormDialog>
    </Screen>
  );
}

function RoleRow({
  role: { name, label, scopes, builtIn },
  onEdit,
}: {
  readonly role: Role;
  readonly onEdit: () => void;
}): ReactNode {
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="xs">
          <UnstyledButton fw={500} c="var(--mantine-color-anchor)" onClick={onEdit}>
            {label}
          </UnstyledButton>
          {builtIn && <Badge variant="default">{t`built in`}</Badge>}
        </Group>
        <Text size="xs" c="dimmed" ff="monospace">
          {name}
        </Text>
      </Table.Td>
      <Table.Td>
        <Text size="sm">{plural(scopes.length, { one: '# scope', other: '# scopes' })}</Text>
      </Table.Td>
    </Table.Tr>
  );
}
