import { formatDateTime } from '@content-service/kernel';

/** RFC 3339, or `null` for what has not happened. */
export function timeOrNull(seconds: number | undefined): string | null {
  return seconds === undefined ? null : formatDateTime(seconds);
}
