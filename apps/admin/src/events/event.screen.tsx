import { Card, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CopyableText } from '../forms/copyable-text.js';
import { formatDateTime } from '../forms/format-date-time.js';
import { DetailsCard } from '../layout/details-card.js';
import { BackLink, TextLink } from '../layout/links.js';
import { QueryBoundary } from '../layout/query-boundary.js';
import { Screen } from '../layout/screen.js';
import type { LoggedEvent, LoggedEventWithSnapshot } from '../management-api/operations-resources.js';
import * as queries from '../management-api/queries.js';
import { useActorName } from '../users/use-actor-name.js';
import { formatCause, formatEventType } from './event-words.js';

const route = getRouteApi('/events/$id');

/** An event of the log, with the state of its entry as JSON. */
export function EventScreen(): ReactNode {
  const { id } = route.useParams();
  const query = useQuery(queries.loggedEvent(id));
  return (
    <Screen
      title={query.data === undefined ? 'Event' : formatEventType(query.data)}
      description={query.data?.type}
      above={<BackLink to="/events">Events</BackLink>}
      width="narrow"
    >
      <QueryBoundary query={query}>
        {(event) => (
          <>
            <EventDetails event={event} />
            <Card withBorder>
              <Snapshot event={event} />
            </Card>
          </>
        )}
      </QueryBoundary>
    </Screen>
  );
}

function EventDetails({ event }: { readonly event: LoggedEvent }): ReactNode {
  const { subject, version, at, actor, changed, published, visibility, requestId, sequence, id } = event;
  const formatActor = useActorName();
  const rows: readonly (readonly [string, ReactNode])[] = [
    ['When', formatDateTime(at)],
    ['By', [formatActor(actor), formatCause(event)].filter((part) => part !== undefined).join(', ')],
    ['Entry', <EntryLink key="entry" event={event} />],
    [
      'Other events',
      <TextLink key="others" to="/events" search={{ subject: subject.id }}>
        All events of this entry
      </TextLink>,
    ],
    ['Version', version],
    ...(changed.length === 0 ? [] : [['Changed', changed.join(', ')] as const]),
    ['Published', `${formatYesNo(published.before)} before, ${formatYesNo(published.after)} after`],
    ['Receivers', visibility === 'public' ? 'All, anonymous ones too' : 'Only with content:administer'],
    ['Sequence', sequence],
    ['Event id', id],
    ...(requestId === null ? [] : [['Request id', requestId] as const]),
  ];
  return <DetailsCard rows={rows} />;
}

/** A deleted entry has no screen. */
function EntryLink({ event: { type, subject } }: { readonly event: LoggedEvent }): ReactNode {
  const text = `${subject.type} ${subject.id}`;
  if (type === 'entry.deleted') return text;
  return (
    <TextLink to="/entries/$type/$id" params={subject}>
      {text}
    </TextLink>
  );
}

function formatYesNo(value: boolean): string {
  return value ? 'yes' : 'no';
}

function Snapshot({ event: { attributes, relationships } }: { event: LoggedEventWithSnapshot }): ReactNode {
  if (attributes === null)
    return <Text size="sm">The entry was too large for its state to be recorded with the event.</Text>;
  return (
    <Stack>
      <CopyableText label="Attributes" text={JSON.stringify(attributes, null, 2)} />
      <CopyableText label="Relationships" text={JSON.stringify(relationships, null, 2)} />
    </Stack>
  );
}
