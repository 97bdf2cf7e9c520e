import { Button, Group, Modal, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** Asks for confirmation before a navigation that loses unsaved changes. */
export function UnsavedChanges({ when }: { readonly when: boolean }): ReactNode {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => when && current.pathname !== next.pathname,
    enableBeforeUnload: () => when,
    withResolver: true,
  });
  return (
    <Modal opened={status === 'blocked'} onClose={() => reset?.()} title="Leave without saving?">
      <Text size="sm">The changes on this screen are not saved.</Text>
      <Group mt="lg" justify="flex-end">
        <Button variant="default" onClick={() => proceed?.()}>
          Leave without saving
        </Button>
        <Button data-autofocus onClick={() => reset?.()}>
          Stay
        </Button>
      </Group>
    </Modal>
  );
}
