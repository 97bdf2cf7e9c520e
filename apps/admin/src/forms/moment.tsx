import { Text, Tooltip } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { sinceText } from './since-text.js';

interface MomentProps {
  /** RFC 3339. */
  readonly at: string | null | undefined;
  readonly none?: string;
}

/** How long ago something was; the moment itself for who points at it. */
export function Moment({ at, none = 'Never' }: MomentProps): ReactNode {
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
        {sinceText(at, now)}
      </Text>
    </Tooltip>
  );
}
