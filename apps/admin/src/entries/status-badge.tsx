import { t } from '@lingui/core/macro';
import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';
import type { EntryState } from './copies/entry-state.js';

/** Whether an entry is published. */
export function StatusBadge({ isPublished }: { readonly isPublished: boolean }): ReactNode {
  return (
    <Badge variant="dot" color={isPublished ? 'green' : 'gray.6'} c="inherit" style={{ flexShrink: 0 }}>
      {isPublished ? t`published` : t`unpublished`}
    </Badge>
  );
}

const STATES: Readonly<Record<EntryState, { readonly color: string; readonly label: string }>> = {
  draft: { color: 'gray.6', label: t`Draft` },
  published: { color: 'green', label: t`Published` },
  changed: { color: 'orange', label: t`Published, with changes` },
};

/** The state of an entry of a versioned type, in its editor. */
export function StateBadge({ state }: { readonly state: EntryState }): ReactNode {
  const { color, label } = STATES[state];
  return (
    <Badge variant="dot" color={color} c="inherit">
      {label}
    </Badge>
  );
}

/** Marks a published entry with changes that are not published, in lists. */
export function ChangesBadge(): ReactNode {
  return (
    <Badge variant="dot" color="orange" c="inherit">
      {t`with changes`}
    </Badge>
  );
}
