import { t } from '@lingui/core/macro';
import { Group, Table, Text } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ListTable } from '../forms/list-table.js';
import { RelativeTime } from '../forms/relative-time.js';
import { IconPlus, IconWebhook } from '../icons/icons.js';
import { ButtonLink, TextLink } from '../layout/links.js';
import { QueryBoundary } from '../layout/query-boundary.js';
import { Screen } from '../layout/screen.js';
import type { Delivery, Webhook } from '../management-api/operations-resources.js';
import * as queries from '../management-api/queries.js';
import { DeliveryChart } from './delivery-chart.js';
import { computeHealth, formatHealth } from './delivery-health.js';
import { formatResult } from './delivery-state.js';
import { WebhookBadge } from './webhook-state.js';

const COLUMNS = [
  { label: t`Name` },
  { label: t`Last call`, visibleFrom: 'md' },
  { label: t`Last deliveries`, visibleFrom: 'sm' },
  { label: t`State` },
] as const;

/** The list of webhooks with their state and their last deliveries. */
export function WebhooksScreen(): ReactNode {
  const query = useQuery(queries.webhooks);
  const newWebhook = (
    <ButtonLink to="/webhooks/new" leftSection={<IconPlus size={16} />}>
      {t`New webhook`}
    </ButtonLink>
  );
  return (
    <Screen
      title={t`Webhooks`}
      description={t`URLs that are called when entries change, such as a search index or the build of a website.`}
      actions={newWebhook}
    >
      <QueryBoundary query={query}>
        {(webhooks) => (
          <ListTable
            items={webhooks}
            columns={COLUMNS}
            empty={{
              icon: <IconWebhook />,
              title: t`No webhooks yet`,
              description: t`Create one with the URL of a program that is to learn of changes at once. Calls are signed, and repeated until they arrive.`,
            }}
          >
            {(webhook) => <WebhookRow key={webhook.id} webhook={webhook} />}
          </ListTable>
        )}
      </QueryBoundary>
    </Screen>
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
