import { t } from '@lingui/core/macro';
import { Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { MoreButtonProps } from '../forms/infinite-list.js';
import { ListTable } from '../forms/list-table.js';
import { RelativeTime } from '../forms/relative-time.js';
import { IconTimelineEvent } from '../icons/icons.js';
import { TextLink } from '../layout/links.js';
import type { LoggedEvent } from '../management-api/operations-resources.js';
import * as queries from '../management-api/queries.js';
import { useActorName } from '../users/use-actor-name.js';
import { useSubjectTexts } from './use-subject-texts.js';
import { formatCause, formatChange, formatEventType, isEntryEvent } from './event-words.js';

const COLUMNS = [
  { label: t`Event` },
  { label: t`Changed`, visibleFrom: 'md' },
  { label: t`By`, visibleFrom: 'sm' },
  { label: t`When` },
] as const;

const NO_EVENTS = {
  icon: <IconTimelineEvent />,
  title: t`No events yet`,
  description: t`Create or change an entry to see its event here. Events are deleted after some days.`,
};

const NOTHING_FOUND = {
  ...NO_EVENTS,
  title: t`Nothing found`,
  description: t`No event matches the filters. Clear one to see more.`,
};

interface EventTableProps {
  readonly pages: readonly (readonly LoggedEvent[])[];
  readonly isFiltered: boolean;
  readonly more: MoreButtonProps['query'];
}

export function EventTable({ pages, isFiltered, more }: EventTableProps): ReactNode {
  const formatActor = useActorName();
  const formatSubject = useSubjectTexts(pages);
  return (
    <ListTable
      items={pages.flat()}
      columns={COLUMNS}
      empty={isFiltered ? NOTHING_FOUND : NO_EVENTS}
      more={more}
    >
      {(event) => (
        <EventRow
          key={event.id}
          event={event}
          actor={formatActor(event.actor)}
          subject={formatSubject(event.subject)}
        />
      )}
    </ListTable>
  );
}

interface EventRowProps {
  readonly event: LoggedEvent;
  readonly actor: string;
  readonly subject: string;
}

function EventRow({ event, actor, subject }: EventRowProps): ReactNode {
  const { id, at, type } = event;
  const { data: eventTypes } = useQuery(queries.eventTypes);
  return (
    <Table.Tr>
      <Table.Td>
        <TextLink to="/events/$id" params={{ id }} fw={500}>
          {formatEventType(event, eventTypes)}
        </TextLink>{' '}
        <Text span size="xs" c="dimmed" ff="monospace">
          {type}
        </Text>
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {subject}
        </Text>
        <Text size="xs" hiddenFrom="sm">
          {actor}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="md" maw={320}>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {formatChange(event)}
        </Text>
        <Text size="xs" c="dimmed">
          {isEntryEvent(event) && formatCause(event)}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Text size="sm">{actor}</Text>
      </Table.Td>
      <Table.Td>
        <RelativeTime at={at} isPast />
      </Table.Td>
    </Table.Tr>
  );
}
