import { t } from '@lingui/core/macro';
import { Button, type ButtonProps, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { ReactNode } from 'react';

interface ConfirmOptions {
  readonly title: string;
  readonly text: ReactNode;
  /** The label of the confirming button, such as `Delete user`. */
  readonly confirmLabel: string;
  readonly onConfirm: () => void;
  /** Size of the dialog; `lg` for a long label. */
  readonly size?: 'lg' | undefined;
}

/** Opens a dialog that asks for confirmation of an action that cannot be undone. */
export function confirm({ title, text, confirmLabel, onConfirm, size }: ConfirmOptions): void {
  modals.openConfirmModal({
    title,
    children: (
      <Text size="sm" component="div">
        {text}
      </Text>
    ),
    labels: { confirm: confirmLabel, cancel: t`Cancel` },
    confirmProps: { color: 'red' },
    onConfirm,
    ...(size === undefined ? {} : { size }),
  });
}

interface ConfirmButtonProps extends ButtonProps {
  /** What the dialog asks before `onConfirm` is called. */
  readonly question: Omit<ConfirmOptions, 'onConfirm'>;
  readonly onConfirm: () => void;
  /** Tells buttons with the same text apart, such as those of the rows of a table. */
  readonly 'aria-label'?: string;
}

/** A button for an action that cannot be undone: it asks for confirmation first. */
export function ConfirmButton({ question, onConfirm, ...props }: ConfirmButtonProps): ReactNode {
  return (
    <Button
      {...props}
      onClick={() => {
        confirm({ ...question, onConfirm });
      }}
    />
  );
}
