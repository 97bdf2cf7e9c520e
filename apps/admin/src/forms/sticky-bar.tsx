import { Group, Paper } from '@mantine/core';
import type { ReactNode } from 'react';

interface StickyBarProps {
  /** What is to be said of the form, at the left. */
  readonly state: ReactNode;
  /** The buttons of the form. */
  readonly children: ReactNode;
}

/** The buttons of a long form with its state, sticky at the bottom of the screen. */
export function StickyBar({ state, children }: StickyBarProps): ReactNode {
  return (
    <Paper withBorder shadow="sm" p="sm" pos="sticky" bottom={12} style={{ zIndex: 2 }}>
      <Group justify="space-between" gap="sm">
        {state}
        <Group gap="sm">{children}</Group>
      </Group>
    </Paper>
  );
}
