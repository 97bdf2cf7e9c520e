import { Card, EmptyState, Group, Table, Text } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { RelativeTime } from '../forms/relative-time.js';
import { ButtonLink, TextLink } from '../layout/links.js';
import { QueryBoundary } from '../layout/query-boundary.js';
import { Screen } from '../layout/screen.js';
import type { Delivery, Webhook } from '../management-api/operations-resources.js';
import * as queries from '../management-api/queries.js';
import { DeliveryChart } from './delivery-chart.js';
import { computeHealth, formatHealth } from './delivery-health.js';
import { formatResult } from './delivery-state.js';
import { WebhookBadge } from './webhook-state.js';

/** The list of webhooks with their state and their last deliveries. */
export function WebhooksScreen(): ReactNode {
  const query = useQuery(queries.webhooks);
  const newWebhook = (
    <ButtonLink to="/webhooks/new" leftSection={<IconPlus size={16} />}>
      New webhook
    </ButtonLink>
  );
  return (
    <Screen
      title="Webhooks"
      description="URLs that are called when entries change, such as a search index or the build of a website."
      actions={newWebhook}
    >
      <QueryBoundary query={query}>
        {(webhooks) => (webhooks.length === 0 ? <NoWebhooks /> : <WebhookTable webhooks={webhooks} />)}
      </QueryBoundary>
    </Screen>
  );
}

function NoWebhooks(): ReactNode {
  return (
    <EmptyState
      icon={<IconWebhook />}
      title="No webhooks yet"
      description="Create one with the URL of a program that is to learn of changes at once. Calls are signed, and repeated until they arrive."
    />
  );
}

function WebhookTable({ webhooks }: { readonly webhooks: readonly Webhook[] }): ReactNode {
  return (
    <Card withBorder p={0}>
      <Table highlightOnHover verticalSpacing="sm" horizontalSpacing="md">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th visibleFrom="md">Last call</Table.Th>
            <Table.Th visibleFrom="sm">Last deliveries</Table.Th>
            <Table.Th>State</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {webhooks.map((webhook) => (
            <WebhookRow key={webhook.id} webhook={webhook} />
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  );
}

/** Loads the deliveries when the row comes into view, since there can be 100 webhooks. */
function WebhookRow({ webhook }: { readonly webhook: Webhook }): ReactNode {
  const { id, label, url } = webhook;
  const { ref, inViewport } = useInViewport<HTMLTableRowElement>();
  const { data: deliveries } = useQuery({ ...queries.recentDeliveries(id), enabled: inViewport });
  return (
    <Table.Tr ref={ref}>
      <Table.Td>
        <TextLink to="/webhooks/$id" params={{ id }} fw={500}>
          {label}
        </TextLink>
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {url}
        </Text>
        {deliveries !== undefined && (
          <Text size="xs" hiddenFrom="sm" mt={4}>
            {formatHealth(computeHealth(deliveries))}
          </Text>
        )}
      </Table.Td>
      <Table.Td visibleFrom="md">
        <LastCall deliveries={deliveries} />
      </Table.Td>
      <Table.Td visibleFrom="sm">
        {deliveries !== undefined && (
          <Group gap="sm">
            <DeliveryChart deliveries={deliveries} />
            <Text size="sm">{formatHealth(computeHealth(deliveries))}</Text>
          </Group>
        )}
      </Table.Td>
      <Table.Td>
        <WebhookBadge webhook={webhook} />
      </Table.Td>
    </Table.Tr>
  );
}

/** The result of the newest delivery with an attempt. */
function LastCall({ deliveries = [] }: { readonly deliveries: readonly Delivery[] | undefined }): ReactNode {
  const last = deliveries.find(({ lastStatus, lastError }) => lastStatus !== null || lastError !== null);
  if (last === undefined) return null;
  return (
    <>
      <Text size="sm">{formatResult(last)}</Text>
      <RelativeTime at={last.endedAt ?? last.createdAt} />
    </>
  );
}
