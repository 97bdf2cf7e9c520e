import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Card, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CopyableText } from '../forms/copyable-text.js';
import { formatDateTime } from '../forms/format-date-time.js';
import { type Detail, DetailsCard } from '../layout/details-card.js';
import { BackLink, TextLink } from '../layout/links.js';
import { QueryBoundary } from '../layout/query-boundary.js';
import { Screen } from '../layout/screen.js';
import type {
  EntryEvent,
  LoggedEvent,
  LoggedEventWithSnapshot,
} from '../management-api/operations-resources.js';
import * as queries from '../management-api/queries.js';
import { useActorName } from '../users/use-actor-name.js';
import { formatCause, formatEventType, isEntryEvent } from './event-words.js';
import { useSubjectTexts } from './use-subject-texts.js';

const route = getRouteApi('/events/$id');

/** An event of the log, with the state of its entry, or the details of a change of management data, as JSON. */
export function EventScreen(): ReactNode {
  const { id } = route.useParams();
  const query = useQuery(queries.loggedEvent(id));
  const { data: eventTypes } = useQuery(queries.eventTypes);
  return (
    <Screen
      title={query.data === undefined ? t`Event` : formatEventType(query.data, eventTypes)}
      description={query.data?.type}
      above={<BackLink to="/events">{t`Events`}</BackLink>}
      width="narrow"
    >
      <QueryBoundary query={query}>
        {(event) => (
          <>
            <EventDetails event={event} />
            <Card withBorder>
              {isEntryEvent(event) ? (
                <Snapshot event={event} />
              ) : (
                <CopyableText label={t`Details`} text={JSON.stringify(event.details, null, 2)} />
              )}
            </Card>
          </>
        )}
      </QueryBoundary>
    </Screen>
  );
}

type Rows = readonly Detail[];

function EventDetails({ event }: { readonly event: LoggedEvent }): ReactNode {
  const { subject, at, actor, sequence, id } = event;
  const formatActor = useActorName();
  const cause = isEntryEvent(event) ? formatCause(event) : undefined;
  const rows: Rows = [
    [t`When`, formatDateTime(at)],
    [t`By`, [formatActor(actor), cause].filter((part) => part !== undefined).join(', ')],
    [isEntryEvent(event) ? t`Entry` : t`Object`, <Subject key="subject" event={event} />],
    [
      t`Other events`,
      <TextLink
        key="others"
        to="/events"
        search={{ subject: subject.id, subjectType: subject.type }}
        size="sm"
      >
        {isEntryEvent(event) ? t`All events of this entry` : t`All events of this object`}
      </TextLink>,
    ],
    ...(isEntryEvent(event)
      ? getEntryRows(event)
      : [[t`Receivers`, t`Only with site_settings:administer`] as const]),
    [t`Sequence`, sequence],
    [t`Event id`, id],
  ];
  return <DetailsCard rows={rows} />;
}

function getEntryRows({ version, changed, published, visibility, requestId }: EntryEvent): Rows {
  return [
    [t`Version`, version],
    ...(changed.length === 0 ? [] : [[t`Changed`, changed.join(', ')] as const]),
    [t`Published`, t`${formatYesNo(published.before)} before, ${formatYesNo(published.after)} after`],
    [t`Receivers`, visibility === 'public' ? t`All, anonymous ones too` : t`Only with content:administer`],
    ...(requestId === null ? [] : [[t`Request id`, requestId] as const]),
  ];
}

/** A deleted entry has no screen. */
function Subject({ event }: { readonly event: LoggedEvent }): ReactNode {
  const { type, subject } = event;
  const text = useSubjectTexts([[event]])(subject);
  if (!isEntryEvent(event) || type === 'entry.deleted') return text;
  return (
    <TextLink to="/entries/$type/$id" params={subject} size="sm">
      {text}
    </TextLink>
  );
}

function formatYesNo(value: boolean): string {
  return value ? t`yes` : t`no`;
}

function Snapshot({
  event: { attributes, relationships },
}: {
  readonly event: Pick<LoggedEventWithSnapshot, 'attributes' | 'relationships'>;
}): ReactNode {
  if (attributes === null)
    return (
      <Text size="sm">
        <Trans>The entry was too large for its state to be recorded with the event.</Trans>
      </Text>
    );
  return (
    <Stack>
      <CopyableText label={t`Attributes`} text={JSON.stringify(attributes, null, 2)} />
      <CopyableText label={t`Relationships`} text={JSON.stringify(relationships, null, 2)} />
    </Stack>
  );
}
