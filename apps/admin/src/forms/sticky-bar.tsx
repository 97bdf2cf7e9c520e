import { Group, Paper } from '@mantine/core';
import type { ReactNode } from 'react';

interface StickyBarProps {
  /** What the bar is for, where that is not the form around it. */
  readonly label?: string;
  /** What is to be said of the form or the selection, at the left. */
  readonly state: ReactNode;
  readonly children: ReactNode;
}

/** The buttons of a long form or list with its state, sticky at the bottom of the screen. */
export function StickyBar({ label, state, children }: StickyBarProps): ReactNode {
  return (
    <Paper
      {...(label === undefined ? {} : { role: 'region', 'aria-label': label })}
      withBorder
      shadow="sm"
      p="sm"
      pos="sticky"
      bottom={12}
      style={{ zIndex: 2 }}
    >
      <Group justify="space-between" gap="sm">
        {state}
        <Group gap="sm">{children}</Group>
      </Group>
    </Paper>
  );
}
