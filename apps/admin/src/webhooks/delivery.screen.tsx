import { t } from '@lingui/core/macro';
import { Card, Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatEventType } from '../events/event-words.js';
import { useSubjectTexts } from '../events/use-subject-texts.js';
import { formatDateTime } from '../forms/format-date-time.js';
import { DetailsCard } from '../layout/details-card.js';
import { BackLink, TextLink } from '../layout/links.js';
import { QueryBoundary } from '../layout/query-boundary.js';
import { Screen } from '../layout/screen.js';
import type { DeliveryWithHistory } from '../management-api/operations-resources.js';
import * as queries from '../management-api/queries.js';
import { AttemptTimeline } from './attempt-timeline.js';
import { DeliveryBadge, formatResult } from './delivery-state.js';
import { RedeliverButton } from './redeliver-button.js';

const route = getRouteApi('/webhooks/$id/deliveries/$delivery');

/** A delivery: its event, its state and the timeline of its attempts; refreshed while attempts follow. */
export function DeliveryScreen(): ReactNode {
  const { id, delivery: deliveryId } = route.useParams();
  const { data: webhook } = useQuery(queries.webhook(id));
  const { data: eventTypes } = useQuery(queries.eventTypes);
  const query = useQuery(queries.delivery(id, deliveryId));
  const delivery = query.data;
  return (
    <Screen
      title={delivery === undefined ? t`Delivery` : formatEventType(delivery, eventTypes)}
      description={webhook === undefined ? undefined : t`To ${webhook.body.url}`}
      above={
        <BackLink to="/webhooks/$id" params={{ id }}>
          {webhook?.body.label ?? t`Webhook`}
        </BackLink>
      }
      width="narrow"
      actions={delivery !== undefined && <RedeliverButton webhookId={id} delivery={delivery} />}
    >
      <QueryBoundary query={query}>
        {(loaded) => (
          <>
            <DeliveryDetails delivery={loaded} />
            <Card withBorder component="section" aria-label={t`Attempts`}>
              <Title order={2} size="h4" mb="lg">
                {t`Attempts`}
              </Title>
              <AttemptTimeline webhookId={id} delivery={loaded} />
            </Card>
          </>
        )}
      </QueryBoundary>
    </Screen>
  );
}

function DeliveryDetails({ delivery }: { readonly delivery: DeliveryWithHistory }): ReactNode {
  const { subject, type, eventId, state, createdAt } = delivery;
  const shownState = (
    <Group gap="sm">
      <DeliveryBadge delivery={delivery} />
      {state !== 'delivered' && <Text size="sm">{formatResult(delivery)}</Text>}
    </Group>
  );
  const isEntry = type.startsWith('entry.');
  const subjectText = useSubjectTexts([[delivery]])(subject);
  const subjectLink = isEntry ? (
    <TextLink to="/entries/$type/$id" params={subject} size="sm">
      {subjectText}
    </TextLink>
  ) : (
    subjectText
  );
  const eventLink = (
    <TextLink to="/events/$id" params={{ id: eventId }} size="sm">
      {eventId}
    </TextLink>
  );
  return (
    <DetailsCard
      rows={[
        [t`State`, shownState],
        [t`Event`, type],
        [isEntry ? t`Entry` : t`Object`, subjectLink],
        [t`Created`, formatDateTime(createdAt)],
        [t`In the log`, eventLink],
      ]}
    />
  );
}
