import { Button, type ButtonProps, type ModalProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { IconPlus } from '../icons/icons.js';
import { FormDialog } from './form-dialog.js';

interface DialogButtonProps extends Pick<ModalProps, 'title' | 'size'>, Pick<ButtonProps, 'variant'> {
  /** The text of the button, such as `New user`. */
  readonly label: string;
  /** Renders the content of the open dialog; `close` closes it, `restart` begins anew in a dialog without input. */
  readonly children: (close: () => void, restart: () => void) => ReactNode;
}

/** A button that opens a dialog to create something. */
export function DialogButton({
  label,
  title = label,
  size,
  variant = 'filled',
  children,
}: DialogButtonProps): ReactNode {
  const [opened, { open, close }] = useDisclosure();
  const [round, setRound] = useState(0);
  return (
    <>
      <Button variant={variant} leftSection={<IconPlus size={16} />} onClick={open}>
        {label}
      </Button>
      <FormDialog
        key={round}
        opened={opened}
        onClose={close}
        title={title}
        {...(size === undefined ? {} : { size })}
      >
        {children(close, () => {
          setRound(round + 1);
        })}
      </FormDialog>
    </>
  );
}
