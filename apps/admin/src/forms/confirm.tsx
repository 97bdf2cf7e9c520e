import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { ReactNode } from 'react';

interface Question {
  readonly title: string;
  readonly text: ReactNode;
  /** The act, as its button says it. */
  readonly act: string;
  readonly onConfirm: () => void;
}

/** Asks before something that cannot be undone. */
export function confirm({ title, text, act, onConfirm }: Question): void {
  modals.openConfirmModal({
    title,
    children: (
      <Text size="sm" component="div">
        {text}
      </Text>
    ),
    labels: { confirm: act, cancel: 'Cancel' },
    confirmProps: { color: 'red' },
    onConfirm,
  });
}
