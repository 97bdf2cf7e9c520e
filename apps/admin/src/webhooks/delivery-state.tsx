import { t } from '@lingui/core/macro';
import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Delivery, DeliveryState } from '../management-api/operations-resources.js';
import { getOwn } from '../own-members.js';
import { type DeliveryOutcome, getOutcome } from './delivery-health.js';

/** The states in the words of the filter. */
export const STATE_LABELS: Readonly<Record<DeliveryState, string>> = {
  pending: t`Waiting or retrying`,
  delivering: t`Sending`,
  delivered: t`Delivered`,
  dead: t`Failed`,
  skipped: t`Skipped`,
};

const OUTCOMES: Readonly<Record<DeliveryOutcome, readonly [string, string]>> = {
  delivered: [t`delivered`, 'green'],
  failed: [t`failed`, 'red'],
  retrying: [t`retrying`, 'orange'],
  waiting: [t`waiting`, 'blue'],
  skipped: [t`skipped`, 'gray.6'],
};

/** Why a delivery was skipped. */
const SKIP_REASONS: Readonly<Record<string, string>> = {
  visibility: t`The webhook may not get this event: the entry is not public, or the owner lacks a scope.`,
  superseded: t`A later event of the same entry is delivered instead.`,
  event_expired: t`The event log does not have the event any more.`,
};

/** Why attempts had no answer. */
const ERRORS: Readonly<Record<string, string>> = {
  timeout: t`No answer in time`,
  address_refused: t`Address not allowed`,
  host_not_found: t`Host not found`,
  tls_failed: t`No trusted TLS connection`,
  invalid_response: t`Answer is not valid HTTP`,
  connection_failed: t`Connection failed`,
};

export function DeliveryBadge({ delivery }: { readonly delivery: Delivery }): ReactNode {
  const [label, color] = OUTCOMES[getOutcome(delivery)];
  return (
    <Badge variant="dot" color={color} c="inherit" miw="max-content">
      {delivery.state === 'delivering' ? t`sending` : label}
    </Badge>
  );
}

/** The result of the last attempt, such as «500» or «No answer in time»; for a skipped delivery the reason. */
export function formatResult({ skipReason, lastStatus, lastError }: Delivery): string {
  if (skipReason !== null) return getOwn(SKIP_REASONS, skipReason) ?? skipReason;
  return formatAttemptResult(lastStatus, lastError) ?? t`Not called yet`;
}

/** Such as «HTTP 204» or «Host not found»; `undefined` without an attempt. */
export function formatAttemptResult(status: number | null, error: string | null): string | undefined {
  if (status !== null) return `HTTP ${status}`;
  return error === null ? undefined : (getOwn(ERRORS, error) ?? error);
}
