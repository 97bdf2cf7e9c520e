import { t } from '@lingui/core/macro';
import { Badge, Group, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ListTable } from '../forms/list-table.js';
import { RelativeTime } from '../forms/relative-time.js';
import { IconPlugConnected, IconPlus } from '../icons/icons.js';
import { QueryBoundary } from '../layout/query-boundary.js';
import { ButtonLink, TextLink } from '../layout/links.js';
import { Screen } from '../layout/screen.js';
import * as queries from '../management-api/queries.js';
import type { ApiClient } from '../management-api/resources.js';

const COLUMNS = [
  { label: t`Name` },
  { label: t`Scopes`, visibleFrom: 'sm' },
  { label: t`Kind`, visibleFrom: 'md' },
  { label: t`Last used` },
] as const;

/** The list of API clients. */
export function ApiClientsScreen(): ReactNode {
  const query = useQuery(queries.apiClients);
  return (
    <Screen
      title={t`API clients`}
      description={t`Programs that read and write here, each with credentials of its own.`}
      actions={
        <>
          <ButtonLink to="/api-clients/new" variant="default" leftSection={<IconPlus size={16} />}>
            {t`New client`}
          </ButtonLink>
          <ButtonLink to="/api-clients/connect" leftSection={<IconPlugConnected size={16} />}>
            {t`Connect a website`}
          </ButtonLink>
        </>
      }
    >
      <QueryBoundary query={query}>
        {(clients) => (
          <ListTable
            items={clients}
            columns={COLUMNS}
            empty={{
              icon: <IconPlugConnected />,
              title: t`No API clients yet`,
              description: t`A website, an app or a script needs one to get access tokens.`,
            }}
          >
            {(client) => <ClientRow key={client.id} client={client} />}
          </ListTable>
        )}
      </QueryBoundary>
    </Screen>
  );
}

function ClientRow({
  client: { id, label, allowedScopes, confidential, enabled, lastUsedAt },
}: {
  readonly client: ApiClient;
}): ReactNode {
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="xs">
          <TextLink to="/api-clients/$id" params={{ id }} fw={500}>
            {label}
          </TextLink>
          {!enabled && (
            <Badge color="gray" variant="default">
              {t`disabled`}
            </Badge>
          )}
        </Group>
        <Text size="xs" c="dimmed" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
          {id}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Text size="sm">{formatScopes(allowedScopes)}</Text>
      </Table.Td>
      <Table.Td visibleFrom="md">
        <Text size="sm">{confidential ? t`Server or script` : t`Browser or app`}</Text>
      </Table.Td>
      <Table.Td>
        <RelativeTime at={lastUsedAt} isPast />
      </Table.Td>
    </Table.Tr>
  );
}

function formatScopes(scopes: readonly string[]): string {
  if (scopes.length === 0) return t`None`;
  const [first = '', ...others] = scopes;
  return others.length === 0 ? first : t`${first} and ${others.length} more`;
}
