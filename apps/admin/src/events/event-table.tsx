import { Card, Table, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { RelativeTime } from '../forms/relative-time.js';
import { TextLink } from '../layout/links.js';
import type { LoggedEvent } from '../management-api/operations-resources.js';
import { useActorName } from '../users/use-actor-name.js';
import { formatCause, formatEventType, getChangedFields } from './event-words.js';

export function EventTable({ events }: { readonly events: readonly LoggedEvent[] }): ReactNode {
  const formatActor = useActorName();
  return (
    <Card withBorder p={0}>
      <Table highlightOnHover verticalSpacing="sm" horizontalSpacing="md">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Event</Table.Th>
            <Table.Th visibleFrom="md">Changed</Table.Th>
            <Table.Th visibleFrom="sm">By</Table.Th>
            <Table.Th>When</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {events.map((event) => (
            <EventRow key={event.id} event={event} actor={formatActor(event.actor)} />
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  );
}

function EventRow({ event, actor }: { readonly event: LoggedEvent; readonly actor: string }): ReactNode {
  const { id, subject, at, type } = event;
  return (
    <Table.Tr>
      <Table.Td>
        <TextLink to="/events/$id" params={{ id }} fw={500}>
          {formatEventType(event)}
        </TextLink>{' '}
        <Text span size="xs" c="dimmed" ff="monospace">
          {type}
        </Text>
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {subject.type} {subject.id}
        </Text>
        <Text size="xs" hiddenFrom="sm">
          {actor}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="md" maw={320}>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {getChangedFields(event).join(', ')}
        </Text>
        <Text size="xs" c="dimmed">
          {formatCause(event)}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Text size="sm">{actor}</Text>
      </Table.Td>
      <Table.Td>
        <RelativeTime at={at} />
      </Table.Td>
    </Table.Tr>
  );
}
