import { Alert, Badge, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatDateTime } from '../forms/format-date-time.js';
import type { Webhook } from '../management-api/operations-resources.js';

type State = 'active' | 'failing' | 'paused' | 'trying' | 'disabled';

const COLORS: Readonly<Record<State, string>> = {
  active: 'green',
  failing: 'orange',
  paused: 'red',
  trying: 'orange',
  disabled: 'gray.6',
};

/** `paused` and `trying`: the circuit is open or half-open. */
function getState({ enabled, circuit }: Webhook): State {
  if (!enabled) return 'disabled';
  if (circuit.state === 'open') return 'paused';
  if (circuit.state === 'half-open') return 'trying';
  return circuit.failures > 0 ? 'failing' : 'active';
}

export function WebhookBadge({
  webhook,
  size,
}: {
  readonly webhook: Webhook;
  readonly size?: 'lg';
}): ReactNode {
  const state = getState(webhook);
  return (
    <Badge
      variant="dot"
      color={COLORS[state]}
      c="inherit"
      miw="max-content"
      {...(size === undefined ? {} : { size })}
    >
      {state}
    </Badge>
  );
}

/** Why a webhook is not called, and what to do about it; absent while it works. */
export function WebhookNotice({ webhook }: { readonly webhook: Webhook }): ReactNode {
  const notice = findNotice(webhook);
  if (notice === undefined) return null;
  const [title, text] = notice;
  return (
    <Alert color={webhook.enabled ? 'orange' : 'red'} c="inherit" icon={<IconAlertTriangle />} title={title}>
      <Text size="sm">{text}</Text>
    </Alert>
  );
}

function findNotice({ enabled, disabledReason, circuit }: Webhook): readonly [string, string] | undefined {
  const { failures, failingSince, openUntil } = circuit;
  if (disabledReason === 'gone')
    return [
      'The service disabled this webhook',
      'The receiver answered 410 (Gone): it wants no more calls. Enable it again when the receiver is back.',
    ];
  if (disabledReason === 'failing')
    return [
      'The service disabled this webhook',
      'Every call of 120 hours failed. Enable it again when the receiver works, then redeliver what failed.',
    ];
  if (!enabled || failures === 0) return undefined;
  const since = failingSince === null ? '' : ` since ${formatDateTime(failingSince)}`;
  const count = failures === 1 ? '1 call in a row has' : `${failures} calls in a row have`;
  if (openUntil === null) return ['Calls fail', `${count} failed${since}. They are retried by themselves.`];
  return [
    'Calls are paused',
    `${count} failed${since}. The next one is tried after ${formatDateTime(openUntil)}; when it arrives, the others follow.`,
  ];
}
