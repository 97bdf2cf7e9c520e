import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Drawer, Stack, Text, Timeline } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { buildEventsPath } from '../../events/event-search.js';
import { formatCause, formatEventType, getChangedFields, getEventColor } from '../../events/event-words.js';
import { formatDateTime } from '../../forms/format-date-time.js';
import { MoreButton, useInfiniteList } from '../../forms/infinite-list.js';
import { IconHistory } from '../../icons/icons.js';
import { TextLink } from '../../layout/links.js';
import { QueryBoundary } from '../../layout/query-boundary.js';
import type { EntryEvent } from '../../management-api/operations-resources.js';
import { useHasScope } from '../../session/session-state.js';
import { useActorName } from '../../users/use-actor-name.js';
import { getFieldLabel, type ResourceType } from '../resource-type.js';

interface EntryHistoryProps {
  readonly id: string;
  readonly resourceType: ResourceType;
}

/** A button that opens the events of an entry: what happened, when, and by which user or client. */
export function EntryHistory(props: EntryHistoryProps): ReactNode {
  const [opened, { open, close }] = useDisclosure();
  const canRead = useHasScope('site_settings:administer');
  if (!canRead) return null;
  return (
    <>
      <Button variant="default" leftSection={<IconHistory size={16} />} onClick={open}>
        {t`History`}
      </Button>
      <Drawer opened={opened} onClose={close} title={t`History`}>
        <EventTimeline {...props} />
      </Drawer>
    </>
  );
}

function EventTimeline({ id, resourceType }: EntryHistoryProps): ReactNode {
  const path = buildEventsPath({ subject: id, subjectType: resourceType.type });
  const query = useInfiniteList<EntryEvent>(['events', 'pages', path], path, { cursorParameter: 'after' });
  const formatActor = useActorName();
  return (
    <QueryBoundary query={query}>
      {({ pages }) => {
        const events = pages.flatMap(({ items }) => items);
        if (events.length === 0)
          return <Text size="sm">{t`The event log has nothing about this entry any more.`}</Text>;
        return (
          <Stack>
            <Timeline bulletSize={18} lineWidth={2} active={events.length}>
              {events.map((event) => (
                <Timeline.Item
                  key={event.id}
                  color={getEventColor(event)}
                  title={
                    <TextLink to="/events/$id" params={{ id: event.id }}>
                      {formatEventType(event)}
                    </TextLink>
                  }
                >
                  <Text size="sm">
                    {[formatActor(event.actor), formatCause(event)].filter(Boolean).join(', ')}
                  </Text>
                  <Text size="sm" c="dimmed">
                    {formatDateTime(event.at)}
                  </Text>
                  {getChangedFields(event).length > 0 && (
                    <Text size="sm">
                      <Trans>Fields: {formatFields(getChangedFields(event), resourceType)}</Trans>
                    </Text>
                  )}
                </Timeline.Item>
              ))}
            </Timeline>
            <MoreButton query={query} />
          </Stack>
        );
      }}
    </QueryBoundary>
  );
}

/** The labels of changed fields, such as «Title, Tags». */
function formatFields(names: readonly string[], { allFields }: ResourceType): string {
  const labels = new Map(allFields.map((field) => [field.name, getFieldLabel(field)]));
  return names.map((name) => labels.get(name) ?? name).join(', ');
}
