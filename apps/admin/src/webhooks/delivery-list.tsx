import { t } from '@lingui/core/macro';
import { Group, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatEventType } from '../events/event-words.js';
import { useSubjectTexts } from '../events/use-subject-texts.js';
import { FilterSelect } from '../forms/filter-select.js';
import { useInfiniteList } from '../forms/infinite-list.js';
import { ListTable } from '../forms/list-table.js';
import { RelativeTime } from '../forms/relative-time.js';
import { IconSend } from '../icons/icons.js';
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

const COLUMNS = [
  { label: t`Event` },
  { label: t`State` },
  { label: t`Result`, visibleFrom: 'md' },
  { label: t`Attempts`, visibleFrom: 'sm' },
  { label: t`Created`, visibleFrom: 'sm' },
  { label: t`Action`, isLabelHidden: true, visibleFrom: 'sm' },
] as const;

/** How often all pages are fetched again when there are several. */
const LONG_POLL_MS = 15_000;

const NO_DELIVERIES = {
  icon: <IconSend />,
  title: t`No deliveries yet`,
  description: t`Change an entry that the webhook is told about, or send a test to see whether the receiver answers.`,
};

const NOTHING_FOUND = {
  ...NO_DELIVERIES,
  title: t`Nothing found`,
  description: t`No delivery matches the filters. Clear one to see more.`,
};

/** The deliveries of a webhook, newest first, with their failure rate and with filters kept in the address. */
export function DeliveryList({ webhookId }: { readonly webhookId: string }): ReactNode {
  const search = route.useSearch();
  const queryString = buildDeliveriesQuery(search);
  const query = useInfiniteList<Delivery>(
    ['webhooks', webhookId, 'deliveries', queryString],
    `/webhooks${buildPath(webhookId)}/deliveries${queryString}`,
    { getRefetchInterval: ({ length }) => (length > 1 ? LONG_POLL_MS : queries.DELIVERIES_POLL_MS) },
  );
  const formatSubject = useSubjectTexts(query.data?.pages.map(({ items }) => items) ?? []);
  return (
    <Stack>
      <Group justify="space-between" align="flex-end">
        <DeliveryFilters search={search} />
        <RecentHealth webhookId={webhookId} />
      </Group>
      <QueryBoundary query={query}>
        {({ pages }) => (
          <ListTable
            items={pages.flatMap(({ items }) => items)}
            columns={COLUMNS}
            empty={queryString === '' ? NO_DELIVERIES : NOTHING_FOUND}
            more={query}
          >
            {(delivery) => (
              <DeliveryRow
                key={delivery.id}
                webhookId={webhookId}
                delivery={delivery}
                subject={formatSubject(delivery.subject)}
              />
            )}
          </ListTable>
        )}
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
        label={t`State`}
        choices={DELIVERY_STATES.map((value) => ({ value, label: STATE_LABELS[value] }))}
        value={search.state}
        onChange={(state) => {
          change({ state });
        }}
      />
      <FilterSelect
        label={t`Event`}
        choices={types.map(({ type, sentence }) => ({ value: type, label: sentence }))}
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
  const { data: deliveries } = useQuery({
    ...queries.recentDeliveries(webhookId),
    refetchInterval: queries.DELIVERIES_POLL_MS,
  });
  if (deliveries === undefined || deliveries.length === 0) return null;
  return (
    <Group gap="sm">
      <DeliveryChart deliveries={deliveries} />
      <Text size="sm">{formatHealth(computeHealth(deliveries))}</Text>
    </Group>
  );
}

function DeliveryRow({
  webhookId,
  delivery,
  subject,
}: {
  readonly webhookId: string;
  readonly delivery: Delivery;
  readonly subject: string;
}): ReactNode {
  const { id, type, attempts, createdAt } = delivery;
  const { data: eventTypes } = useQuery(queries.eventTypes);
  return (
    <Table.Tr>
      <Table.Td>
        <TextLink to="/webhooks/$id/deliveries/$delivery" params={{ id: webhookId, delivery: id }} fw={500}>
          {formatEventType(delivery, eventTypes)}
        </TextLink>{' '}
        <Text span size="xs" c="dimmed" ff="monospace">
          {type}
        </Text>
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {subject}
        </Text>
        <Text size="xs" hiddenFrom="sm" component="div">
          <RelativeTime at={createdAt} isPast />
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
        <RelativeTime at={createdAt} isPast />
      </Table.Td>
      <Table.Td visibleFrom="sm" ta="right">
        <RedeliverButton webhookId={webhookId} delivery={delivery} size="compact-sm" />
      </Table.Td>
    </Table.Tr>
  );
}
