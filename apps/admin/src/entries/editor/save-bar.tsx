import { Button, Group, Kbd, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface SaveBarProps {
  readonly isChanged: boolean;
  readonly isSaving: boolean;
  readonly act: string;
  readonly more?: ReactNode;
}

/** Always in reach, however long the form is. */
export function SaveBar({ isChanged, isSaving, act, more }: SaveBarProps): ReactNode {
  return (
    <Paper withBorder shadow="sm" p="sm" pos="sticky" bottom={12} style={{ zIndex: 2 }}>
      <Group justify="space-between">
        <Text size="sm" c="dimmed" role="status">
          {isChanged ? 'There are changes that are not saved' : 'Everything is saved'}
        </Text>
        <Group gap="sm">
          {more}
          <Text size="sm" c="dimmed" visibleFrom="sm">
            <Kbd>Ctrl</Kbd> + <Kbd>S</Kbd>
          </Text>
          <Button type="submit" disabled={!isChanged} loading={isSaving}>
            {act}
          </Button>
        </Group>
      </Group>
    </Paper>
  );
}
