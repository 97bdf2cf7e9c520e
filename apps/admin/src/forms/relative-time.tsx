import { Text, Tooltip } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { formatRelativeTime } from './format-relative-time.js';

interface RelativeTimeProps {
  /** RFC 3339; `null` shows `none`. */
  readonly at: string | null | undefined;
  readonly none?: string;
}

/** A time relative to now, such as «3 hours ago», with the date and time as a tooltip. */
export function RelativeTime({ at, none = 'Never' }: RelativeTimeProps): ReactNode {
  const [now] = useState(() => Date.now());
  if (at === null || at === undefined)
    return (
      <Text size="sm" c="dimmed" span>
        {none}
      </Text>
    );
  return (
    <Tooltip label={new Date(at).toLocaleString()}>
      <Text size="sm" component="time" dateTime={at} style={{ whiteSpace: 'nowrap' }}>
        {formatRelativeTime(at, now)}
      </Text>
    </Tooltip>
  );
}
