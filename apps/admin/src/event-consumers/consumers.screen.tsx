import { Badge, Card, EmptyState, Table, Text, VisuallyHidden } from '@mantine/core';
import { IconArrowsSplit } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatDuration } from '../forms/format-date-time.js';
import { QueryBoundary } from '../layout/query-boundary.js';
import { Screen } from '../layout/screen.js';
import type { EventConsumer } from '../management-api/operations-resources.js';
import * as queries from '../management-api/queries.js';
import { ConsumerActions } from './consumer-actions.js';

/** What the consumers of the service do. */
const PURPOSES: Readonly<Record<string, string>> = {
  log: 'Puts new events in their order',
  webhooks: 'Creates the deliveries of webhooks',
  broker: 'Publishes events at the message broker',
  purge: 'Purges changed content from the edge cache',
};

/** The consumers of the event log, how far each is behind, and why one does not go on; refreshed while it is visible. */
export function ConsumersScreen(): ReactNode {
  const query = useQuery(queries.eventConsumers);
  return (
    <Screen
      title="Event consumers"
      description="What reads the event log, and how far each reader is behind the newest event."
    >
      <QueryBoundary query={query}>
        {(consumers) => (consumers.length === 0 ? <NoConsumers /> : <ConsumerTable consumers={consumers} />)}
      </QueryBoundary>
    </Screen>
  );
}

function NoConsumers(): ReactNode {
  return (
    <EmptyState
      icon={<IconArrowsSplit />}
      title="No consumers"
      description="A consumer appears when a process reads the event log for the first time."
    />
  );
}

function ConsumerTable({ consumers }: { readonly consumers: readonly EventConsumer[] }): ReactNode {
  return (
    <Card withBorder p={0}>
      <Table highlightOnHover verticalSpacing="sm" horizontalSpacing="md">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Consumer</Table.Th>
            <Table.Th>Behind</Table.Th>
            <Table.Th visibleFrom="sm">Position</Table.Th>
            <Table.Th visibleFrom="md">Lease</Table.Th>
            <Table.Th visibleFrom="sm">State</Table.Th>
            <Table.Th>
              <VisuallyHidden>Action</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {consumers.map((consumer) => (
            <ConsumerRow key={consumer.name} consumer={consumer} />
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  );
}

function ConsumerRow({ consumer }: { readonly consumer: EventConsumer }): ReactNode {
  const { name, position, holder, error } = consumer;
  const purpose = PURPOSES[name];
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm" fw={500} ff="monospace">
          {name}
        </Text>
        {purpose !== undefined && (
          <Text size="xs" c="dimmed">
            {purpose}
          </Text>
        )}
        {error !== null && (
          <Text size="sm" mt={4} c="var(--mantine-color-error)" style={{ overflowWrap: 'anywhere' }}>
            {error}
          </Text>
        )}
        <Text component="div" hiddenFrom="sm" mt={4}>
          <StateBadge consumer={consumer} />
        </Text>
      </Table.Td>
      <Table.Td>
        <Lag consumer={consumer} />
      </Table.Td>
      <Table.Td visibleFrom="sm">{position.toLocaleString('en')}</Table.Td>
      <Table.Td visibleFrom="md" maw={260}>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {holder ?? 'Free'}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <StateBadge consumer={consumer} />
      </Table.Td>
      <Table.Td ta="right">
        <ConsumerActions consumer={consumer} />
      </Table.Td>
    </Table.Tr>
  );
}

function Lag({ consumer: { lag } }: { readonly consumer: EventConsumer }): ReactNode {
  if (lag.events === 0) return <Text size="sm">Nothing</Text>;
  return (
    <>
      <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
        {lag.events === 1 ? '1 event' : `${lag.events.toLocaleString('en')} events`}
      </Text>
      <Text size="xs" c="dimmed">
        {formatDuration(lag.seconds * 1000)}
      </Text>
    </>
  );
}

const COLORS = { paused: 'orange', error: 'red', running: 'green', 'no process': 'gray.6' } as const;

function StateBadge({ consumer }: { readonly consumer: EventConsumer }): ReactNode {
  const state = getState(consumer);
  return (
    <Badge variant="dot" color={COLORS[state]} c="inherit" miw="max-content">
      {state}
    </Badge>
  );
}

/** A consumer whose lease is free is not read by any process now. */
function getState({ state, holder }: EventConsumer): keyof typeof COLORS {
  if (state !== 'ok') return state;
  return holder === null ? 'no process' : 'running';
}
