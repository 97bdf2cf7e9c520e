import { Button, Group, Kbd, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface SaveBarProps {
  readonly isChanged: boolean;
  readonly isSaving: boolean;
  /** The label of the submit button. */
  readonly label: string;
}

/** The submit button with the state of the form, sticky at the bottom of the screen. */
export function SaveBar({ isChanged, isSaving, label }: SaveBarProps): ReactNode {
  return (
    <Paper withBorder shadow="sm" p="sm" pos="sticky" bottom={12} style={{ zIndex: 2 }}>
      <Group justify="space-between">
        <Text size="sm" c="dimmed" role="status">
          {isChanged ? 'There are changes that are not saved' : 'Everything is saved'}
        </Text>
        <Group gap="sm">
          <Text size="sm" c="dimmed" visibleFrom="sm">
            <Kbd>Ctrl</Kbd> + <Kbd>S</Kbd>
          </Text>
          <Button type="submit" disabled={!isChanged} loading={isSaving}>
            {label}
          </Button>
        </Group>
      </Group>
    </Paper>
  );
}
