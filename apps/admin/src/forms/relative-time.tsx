import { t } from '@lingui/core/macro';
import { Text, Tooltip } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { formatDateTime } from './format-date-time.js';
import { formatRelativeTime } from './format-relative-time.js';

interface RelativeTimeProps {
  /** RFC 3339; `null` shows `none`. */
  readonly at: string | null | undefined;
  readonly none?: string;
  readonly size?: 'xs' | 'sm';
  /** Whether the time has passed, also when the clock of the browser is behind that of the service. */
  readonly isPast?: boolean;
}

/** A time relative to now, such as «3 hours ago», with date, time and time zone as a tooltip. */
export function RelativeTime({
  at,
  none = t`Never`,
  size = 'sm',
  isPast = false,
}: RelativeTimeProps): ReactNode {
  // A row that stays on the screen can get a time that is later than when it was drawn first.
  // oxlint-disable-next-line react/exhaustive-deps
  const now = useMemo(() => Date.now(), [at]);
  if (at === null || at === undefined)
    return (
      <Text size={size} c="dimmed" span>
        {none}
      </Text>
    );
  return (
    <Tooltip label={formatDateTime(at)}>
      <Text size={size} component="time" dateTime={at} style={{ whiteSpace: 'nowrap' }}>
        {formatRelativeTime(at, isPast ? Math.max(now, Date.parse(at)) : now)}
      </Text>
    </Tooltip>
  );
}
