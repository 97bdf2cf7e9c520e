import { i18n } from '#i18n';
import { plural, t } from '@lingui/core/macro';
import { Badge, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatDuration } from '../forms/format-date-time.js';
import { ListTable } from '../forms/list-table.js';
import { IconArrowsSplit } from '../icons/icons.js';
import { QueryBoundary } from '../layout/query-boundary.js';
import { Screen } from '../layout/screen.js';
import type { EventConsumer } from '../management-api/operations-resources.js';
import * as queries from '../management-api/queries.js';
import { getOwn } from '../own-members.js';
import { ConsumerActions } from './consumer-actions.js';

/** What the consumers of the service do. */
const PURPOSES: Readonly<Record<string, string>> = {
  log: t`Puts new events in their order`,
  webhooks: t`Creates the deliveries of webhooks`,
  broker: t`Publishes events at the message broker`,
  purge: t`Purges changed content from the edge cache`,
};

const COLUMNS = [
  { label: t`Reader` },
  { label: t`Behind` },
  { label: t`Position`, visibleFrom: 'sm' },
  { label: t`Lease`, visibleFrom: 'md' },
  { label: t`State`, visibleFrom: 'sm' },
  { label: t`Action`, isLabelHidden: true },
] as const;

/** The consumers of the event log, how far each is behind, and the error of one that has stopped; refreshed while it is visible. */
export function ConsumersScreen(): ReactNode {
  const query = useQuery(queries.eventConsumers);
  return (
    <Screen
      title={t`Event readers`}
      description={t`What reads the event log, and how far each reader is behind the newest event.`}
    >
      <QueryBoundary query={query}>
        {(consumers) => (
          <ListTable
            items={consumers}
            columns={COLUMNS}
            empty={{
              icon: <IconArrowsSplit />,
              title: t`No readers`,
              description: t`A reader appears when a process reads the event log for the first time.`,
            }}
          >
            {(consumer) => <ConsumerRow key={consumer.name} consumer={consumer} />}
          </ListTable>
        )}
      </QueryBoundary>
    </Screen>
  );
}

function ConsumerRow({ consumer }: { readonly consumer: EventConsumer }): ReactNode {
  const { name, position, holder, error } = consumer;
  const purpose = getOwn(PURPOSES, name);
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
      <Table.Td visibleFrom="sm">{i18n.number(position)}</Table.Td>
      <Table.Td visibleFrom="md" miw={140} maw={260}>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {holder ?? t`Free`}
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
  if (lag.events === 0) return <Text size="sm">{t`Nothing`}</Text>;
  return (
    <>
      <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
        {plural(lag.events, { one: '# event', other: '# events' })}
      </Text>
      <Text size="xs" c="dimmed">
        {formatDuration(lag.seconds * 1000)}
      </Text>
    </>
  );
}

const STATES = {
  paused: [t`paused`, 'orange'],
  error: [t`error`, 'red'],
  running: [t`running`, 'green'],
  unread: [t`no process`, 'gray.6'],
} as const;

function StateBadge({ consumer }: { readonly consumer: EventConsumer }): ReactNode {
  const [label, color] = STATES[getState(consumer)];
  return (
    <Badge variant="dot" color={color} c="inherit" miw="max-content">
      {label}
    </Badge>
  );
}

/** A consumer whose lease is free is not read by any process now. */
function getState({ state, holder }: EventConsumer): keyof typeof STATES {
  if (state !== 'ok') return state;
  return holder === null ? 'unread' : 'running';
}
