import { t } from '@lingui/core/macro';
import { Button, Group, Modal, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface UnsavedChangesProps {
  readonly when: boolean;
  readonly title?: string;
  readonly text?: string;
  /** The label of the button that leaves the screen. */
  readonly leave?: string;
}

/** Asks for confirmation before a navigation that loses unsaved changes, or what else is shown only on this screen. */
export function UnsavedChanges({
  when,
  title = t`Leave without saving?`,
  text = t`The changes on this screen are not saved.`,
  leave = t`Leave without saving`,
}: UnsavedChangesProps): ReactNode {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => when && current.pathname !== next.pathname,
    enableBeforeUnload: () => when,
    withResolver: true,
  });
  return (
    <Modal opened={status === 'blocked'} onClose={() => reset?.()} title={title}>
      <Text size="sm">{text}</Text>
      <Group mt="lg" justify="flex-end">
        <Button variant="default" onClick={() => proceed?.()}>
          {leave}
        </Button>
        <Button data-autofocus onClick={() => reset?.()}>
          {t`Stay`}
        </Button>
      </Group>
    </Modal>
  );
}
