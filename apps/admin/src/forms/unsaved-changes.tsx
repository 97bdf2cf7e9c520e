import { t } from '@lingui/core/macro';
import { Button, Group, Modal, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { releaseUnsaved } from './release-unsaved.js';

interface UnsavedChangesProps {
  readonly when: boolean;
  readonly title?: string;
  readonly text?: string;
  /** The label of the button that leaves the screen. */
  readonly leave?: string;
  /** Whether the search parameters of the next navigation end what is unsaved, where the path stays the same. */
  readonly isLostBy?: (search: object) => boolean;
}

/** Asks for confirmation before a navigation that loses unsaved changes, or what else is shown only on this screen. */
export function UnsavedChanges({
  when,
  title = t`Leave without saving?`,
  text = t`The changes on this screen are not saved.`,
  leave = t`Leave without saving`,
  isLostBy = () => false,
}: UnsavedChangesProps): ReactNode {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      when && (current.pathname !== next.pathname || isLostBy(next.search)),
    enableBeforeUnload: () => when,
    withResolver: true,
  });
  return (
    <Modal opened={status === 'blocked'} onClose={() => reset?.()} title={title}>
      <Text size="sm">{text}</Text>
      <Group mt="lg" justify="flex-end">
        <Button
          variant="default"
          onClick={() => {
            releaseUnsaved();
            proceed?.();
          }}
        >
          {leave}
        </Button>
        <Button data-autofocus onClick={() => reset?.()}>
          {t`Stay`}
        </Button>
      </Group>
    </Modal>
  );
}
