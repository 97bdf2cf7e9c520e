import { t } from '@lingui/core/macro';
import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import type { EntrySchedule } from '../management-api/operations-resources.js';
import type { EntryState } from './copies/entry-state.js';

const STATES: Readonly<Record<EntryState | 'scheduled', { readonly color: string; readonly label: string }>> =
  {
    draft: { color: 'gray.6', label: t`Draft` },
    scheduled: { color: 'blue', label: t`Draft, scheduled` },
    published: { color: 'green', label: t`Published` },
    changed: { color: 'orange', label: t`Published, with changes` },
  };

interface StateBadgeProps {
  readonly state: EntryState;
  /** The times to come of the entry. */
  readonly schedules?: readonly EntrySchedule[];
}

/** Whether readers see an entry, and whether what is saved. */
export function StateBadge({ state, schedules = [] }: StateBadgeProps): ReactNode {
  const isScheduled = schedules.some(({ action }) => action === 'publish');
  const { color, label } = STATES[state === 'draft' && isScheduled ? 'scheduled' : state];
  return (
    <Badge variant="dot" color={color} c="inherit" style={{ flexShrink: 0 }}>
      {label}
    </Badge>
  );
}

interface StatusBadgeProps extends Pick<StateBadgeProps, 'schedules'> {
  readonly isPublished: boolean;
}

/** Whether readers see an entry. */
export function StatusBadge({ isPublished, ...props }: StatusBadgeProps): ReactNode {
  return <StateBadge state={isPublished ? 'published' : 'draft'} {...props} />;
}

/** Marks a published entry with changes that are not published, in lists. */
export function ChangesBadge(): ReactNode {
  return (
    <Badge variant="dot" color="orange" c="inherit">
      {t`with changes`}
    </Badge>
  );
}
