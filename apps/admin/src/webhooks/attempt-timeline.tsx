import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Text, Timeline } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatDateTime, formatDuration } from '../forms/format-date-time.js';
import { IconCheck, IconClock, IconLoader, IconX } from '../icons/icons.js';
import type { DeliveryWithHistory } from '../management-api/operations-resources.js';
import { formatAttempt, isSuccess } from './attempt.js';
import { AttemptDetails } from './attempt-details.js';
import { AttemptRequest } from './attempt-request.js';

/** The attempts of a delivery in their order, with what follows: the next attempt, or why there is none. */
export function AttemptTimeline({
  webhookId,
  delivery,
}: {
  readonly webhookId: string;
  readonly delivery: DeliveryWithHistory;
}): ReactNode {
  const { id: deliveryId, history } = delivery;
  return (
    <Timeline active={history.length - 1} bulletSize={26} lineWidth={2}>
      {history.map((attempt, index) => {
        const arrived = isSuccess(attempt);
        const before = history[index - 1];
        return (
          <Timeline.Item
            key={attempt.id}
            color={arrived ? 'green.8' : 'red.8'}
            bullet={arrived ? <IconCheck size={15} /> : <IconX size={15} />}
            lineVariant={index === history.length - 1 ? 'dashed' : 'solid'}
            title={`${index + 1}. ${formatAttempt(attempt)}`}
          >
            <Text size="sm" c="dimmed">
              {before === undefined
                ? formatDateTime(attempt.startedAt)
                : t`${formatDateTime(attempt.startedAt)}, ${formatGap(before.startedAt, attempt.startedAt)} later`}
            </Text>
            <AttemptDetails
              attempt={attempt}
              request={
                <AttemptRequest webhookId={webhookId} deliveryId={deliveryId} attemptId={attempt.id} />
              }
            />
          </Timeline.Item>
        );
      })}
      {renderNextStep(delivery)}
    </Timeline>
  );
}

function formatGap(earlier: string, later: string): string {
  return formatDuration(Date.parse(later) - Date.parse(earlier));
}

/** The end of the timeline; not a component, because `Timeline` passes properties to its children. */
function renderNextStep({ state, nextAttemptAt, history }: DeliveryWithHistory): ReactNode {
  if (state === 'delivered') return null;
  if (state === 'delivering')
    return (
      <Timeline.Item bullet={<IconLoader size={15} />} title={t`An attempt is under way`}>
        <Text size="sm">{t`The receiver has not answered yet.`}</Text>
      </Timeline.Item>
    );
  if (nextAttemptAt !== null)
    return (
      <Timeline.Item
        bullet={<IconClock size={15} />}
        title={history.length === 0 ? t`First attempt` : t`Next attempt`}
      >
        <Text size="sm">
          <Trans>
            Not before {formatDateTime(nextAttemptAt)}. Pauses of the webhook and earlier events of the entry
            come first.
          </Trans>
        </Text>
      </Timeline.Item>
    );
  return (
    <Timeline.Item
      bullet={<IconX size={15} />}
      title={state === 'skipped' ? t`Skipped` : t`No further attempts`}
    >
      <Text size="sm">
        {state === 'skipped'
          ? t`It is not sent. It can be redelivered, and is skipped again while the reason lasts.`
          : t`Redeliver it when the receiver works again.`}
      </Text>
    </Timeline.Item>
  );
}
