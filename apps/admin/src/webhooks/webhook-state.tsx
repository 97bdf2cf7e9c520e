import { plural, t } from '@lingui/core/macro';
import { Alert, Badge, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatDateTime } from '../forms/format-date-time.js';
import { IconAlertTriangle } from '../icons/icons.js';
import type { Webhook } from '../management-api/operations-resources.js';

type State = 'active' | 'failing' | 'paused' | 'trying' | 'disabled';

const STATES: Readonly<Record<State, readonly [label: string, color: string]>> = {
  active: [t`active`, 'green'],
  failing: [t`failing`, 'orange'],
  paused: [t`paused`, 'red'],
  trying: [t`trying`, 'orange'],
  disabled: [t`disabled`, 'gray.6'],
};

/** A single call can fail for a moment, such as while the receiver is restarted. */
const FAILING_CALLS = 3;

function isFailing({ failures }: Webhook['circuit']): boolean {
  return failures >= FAILING_CALLS;
}

/** `paused` and `trying`: the circuit is open or half-open. */
function getState({ enabled, circuit }: Webhook): State {
  if (!enabled) return 'disabled';
  if (circuit.state === 'open') return 'paused';
  if (circuit.state === 'half-open') return 'trying';
  return isFailing(circuit) ? 'failing' : 'active';
}

export function WebhookBadge({
  webhook,
  size,
}: {
  readonly webhook: Webhook;
  readonly size?: 'lg';
}): ReactNode {
  const [label, color] = STATES[getState(webhook)];
  return (
    <Badge
      variant="dot"
      color={color}
      c="inherit"
      miw="max-content"
      {...(size === undefined ? {} : { size })}
    >
      {label}
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
      t`The service disabled this webhook`,
      t`The receiver answered 410 (Gone): it wants no more calls. Enable it again when the receiver is back.`,
    ];
  if (disabledReason === 'failing')
    return [
      t`The service disabled this webhook`,
      t`Every call of 120 hours failed. Enable it again when the receiver works, then redeliver what failed.`,
    ];
  if (!enabled || (openUntil === null && !isFailing(circuit))) return undefined;
  const failed = formatFailures(failures, failingSince);
  if (openUntil === null) return [t`Calls fail`, t`${failed} They are retried by themselves.`];
  return [
    t`Calls are paused`,
    t`${failed} The next one is tried after ${formatDateTime(openUntil)}; when it arrives, the others follow.`,
  ];
}

function formatFailures(failures: number, failingSince: string | null): string {
  if (failingSince === null)
    return plural(failures, { one: '# call in a row has failed.', other: '# calls in a row have failed.' });
  const since = formatDateTime(failingSince);
  return plural(failures, {
    one: `# call in a row has failed since ${since}.`,
    other: `# calls in a row have failed since ${since}.`,
  });
}
