import { Badge, Card, EmptyState, Group, Table, Text } from '@mantine/core';
import { IconPlugConnected, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { RelativeTime } from '../forms/relative-time.js';
import { QueryBoundary } from '../layout/query-boundary.js';
import { ButtonLink, TextLink } from '../layout/links.js';
import { Screen } from '../layout/screen.js';
import * as queries from '../management-api/queries.js';
import type { ApiClient } from '../management-api/resources.js';

/** The list of API clients. */
export function ApiClientsScreen(): ReactNode {
  const query = useQuery(queries.apiClients);
  return (
    <Screen
      title="API clients"
      description="Programs that read and write here, each with credentials of its own."
      actions={
        <>
          <ButtonLink to="/api-clients/new" variant="default" leftSection={<IconPlus size={16} />}>
            New client
          </ButtonLink>
          <ButtonLink to="/api-clients/connect" leftSection={<IconPlugConnected size={16} />}>
            Connect a website
          </ButtonLink>
        </>
      }
    >
      <QueryBoundary query={query}>
        {(clients) => (clients.length === 0 ? <NoClients /> : <ClientTable clients={clients} />)}
      </QueryBoundary>
    </Screen>
  );
}

function NoClients(): ReactNode {
  return (
    <EmptyState
      icon={<IconPlugConnected />}
      title="No API clients yet"
      description="A website, an app or a script needs one to get access tokens."
    />
  );
}

function ClientTable({ clients }: { readonly clients: readonly ApiClient[] }): ReactNode {
  return (
    <Card withBorder p={0}>
      <Table highlightOnHover verticalSpacing="sm" horizontalSpacing="md">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th visibleFrom="sm">Scopes</Table.Th>
            <Table.Th visibleFrom="md">Kind</Table.Th>
            <Table.Th>Last used</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {clients.map((client) => (
            <ClientRow key={client.id} client={client} />
          ))}
        </Table.Tbody>
      </Table>
    </Card>
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
              disabled
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
        <Text size="sm">{confidential ? 'Server or script' : 'Browser or app'}</Text>
      </Table.Td>
      <Table.Td>
        <RelativeTime at={lastUsedAt} />
      </Table.Td>
    </Table.Tr>
  );
}

function formatScopes(scopes: readonly string[]): string {
  if (scopes.length === 0) return 'None';
  const [first = '', ...others] = scopes;
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}
