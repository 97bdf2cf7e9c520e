import { t } from '@lingui/core/macro';
import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';

/** Whether an entry is published. */
export function StatusBadge({ isPublished }: { readonly isPublished: boolean }): ReactNode {
  return (
    <Badge variant="dot" color={isPublished ? 'green' : 'gray.6'} c="inherit">
      {isPublished ? t`published` : t`unpublished`}
    </Badge>
  );
}
