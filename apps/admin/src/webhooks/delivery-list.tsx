import { Card, EmptyState, Group, Stack, Table, Text, VisuallyHidden } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FilterSelect } from '../forms/filter-select.js';
import { MoreButton, useInfiniteList } from '../forms/infinite-list.js';
import { RelativeTime } from '../forms/relative-time.js';
import { TextLink } from '../layout/links.js';
import { QueryBoundary } from '../layout/query-boundary.js';
import { buildPath } from '../management-api/management-api.js';
import { type Delivery, DELIVERY_STATES } from '../management-api/operations-resources.js';
import * as queries from '../management-api/queries.js';
import { DeliveryChart } from './delivery-chart.js';
import { computeHealth, formatHealth } from './delivery-health.js';
import { DeliveryBadge, formatResult, STATE_LABELS } from './delivery-state.js';
import { RedeliverButton } from './redeliver-button.js';
import { buildDeliveriesQuery, type WebhookSearch } from './webhook-search.js';

const route = getRouteApi('/webhooks/$id');

/** The deliveries of a webhook, newest first, with their failure rate and with filters kept in the address. */
export function DeliveryList({ webhookId }: { readonly webhookId: string }): ReactNode {
  const search = route.useSearch();
  const queryString = buildDeliveriesQuery(search);
  const query = useInfiniteList<Delivery>(
    ['webhooks', webhookId, 'deliveries', queryString],
    `/webhooks${buildPath(webhookId)}/deliveries${queryString}`,
  );
  return (
    <Stack>
      <Group justify="space-between" align="flex-end">
        <DeliveryFilters search={search} />
        <RecentHealth webhookId={webhookId} />
      </Group>
      <QueryBoundary query={query}>
        {({ pages }) => {
          const deliveries = pages.flatMap(({ items }) => items);
          return deliveries.length === 0 ? (
            <NoDeliveries isFiltered={queryString !== ''} />
          ) : (
            <>
              <DeliveryTable webhookId={webhookId} deliveries={deliveries} />
              <MoreButton query={query} />
            </>
          );
        }}
      </QueryBoundary>
    </Stack>
  );
}

function DeliveryFilters({ search }: { readonly search: WebhookSearch }): ReactNode {
  const { data: types = [] } = useQuery(queries.eventTypes);
  const navigate = route.useNavigate();
  const change = (changes: { readonly [Name in keyof WebhookSearch]: WebhookSearch[Name] | undefined }) => {
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true });
  };
  return (
    <Group gap="sm" align="flex-end">
      <FilterSelect
        label="State"
        choices={DELIVERY_STATES.map((value) => ({ value, label: STATE_LABELS[value] }))}
        value={search.state}
        onChange={(state) => {
          change({ state });
        }}
      />
      <FilterSelect
        label="Event"
        choices={types.map(({ type }) => ({ value: type, label: type }))}
        value={search.type}
        onChange={(type) => {
          change({ type });
        }}
      />
    </Group>
  );
}

/** The picture and the rate of the last deliveries, whatever the filters. */
function RecentHealth({ webhookId }: { readonly webhookId: string }): ReactNode {
  const { data: deliveries } = useQuery(queries.recentDeliveries(webhookId));
  if (deliveries === undefined || deliveries.length === 0) return null;
  return (
    <Group gap="sm">
      <DeliveryChart deliveries={deliveries} />
      <Text size="sm">{formatHealth(computeHealth(deliveries))}</Text>
    </Group>
  );
}

function NoDeliveries({ isFiltered }: { readonly isFiltered: boolean }): ReactNode {
  return (
    <EmptyState
      icon={<IconSend />}
      title={isFiltered ? 'Nothing found' : 'No deliveries yet'}
      description={
        isFiltered
          ? 'No delivery matches the filters. Clear one to see more.'
          : 'Change an entry that the webhook is told about, or send a test to see whether the receiver answers.'
      }
    />
  );
}

interface DeliveryTableProps {
  readonly webhookId: string;
  readonly deliveries: readonly Delivery[];
}

function DeliveryTable({ webhookId, deliveries }: DeliveryTableProps): ReactNode {
  return (
    <Card withBorder p={0}>
      <Table highlightOnHover verticalSpacing="sm" horizontalSpacing="md">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Event</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th visibleFrom="md">Result</Table.Th>
            <Table.Th visibleFrom="sm">Attempts</Table.Th>
            <Table.Th visibleFrom="sm">Created</Table.Th>
            <Table.Th visibleFrom="sm">
              <VisuallyHidden>Action</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {deliveries.map((delivery) => (
            <DeliveryRow key={delivery.id} webhookId={webhookId} delivery={delivery} />
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  );
}

function DeliveryRow({
  webhookId,
  delivery,
}: {
  readonly webhookId: string;
  readonly delivery: Delivery;
}): ReactNode {
  const { id, type, subject, attempts, createdAt } = delivery;
  return (
    <Table.Tr>
      <Table.Td>
        <TextLink to="/webhooks/$id/deliveries/$delivery" params={{ id: webhookId, delivery: id }} fw={500}>
          {type}
        </TextLink>
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {subject.type} {subject.id}
        </Text>
        <Text size="xs" hiddenFrom="sm" component="div">
          <RelativeTime at={createdAt} />
        </Text>
      </Table.Td>
      <Table.Td>
        <DeliveryBadge delivery={delivery} />
      </Table.Td>
      <Table.Td visibleFrom="md" maw={260}>
        <Text size="sm">{formatResult(delivery)}</Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">{attempts}</Table.Td>
      <Table.Td visibleFrom="sm">
        <RelativeTime at={createdAt} />
      </Table.Td>
      <Table.Td visibleFrom="sm" ta="right">
        <RedeliverButton webhookId={webhookId} delivery={delivery} size="compact-sm" />
      </Table.Td>
    </Table.Tr>
  );
}
