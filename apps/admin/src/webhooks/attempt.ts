import { t } from '@lingui/core/macro';
import { formatDuration } from '../forms/format-date-time.js';
import type { DeliveryAttempt } from '../management-api/operations-resources.js';
import { formatAttemptResult } from './delivery-state.js';

/** Whether the receiver took the event: any 2xx. */
export function isSuccess({ status }: Pick<DeliveryAttempt, 'status'>): boolean {
  return status !== null && status >= 200 && status < 300;
}

/** Such as «HTTP 204 after 12 ms» or «No answer in time after 15 s». */
export function formatAttempt({ status, error, durationMs }: DeliveryAttempt): string {
  const result = formatAttemptResult(status, error) ?? t`No answer`;
  return t`${result} after ${formatDuration(durationMs)}`;
}
