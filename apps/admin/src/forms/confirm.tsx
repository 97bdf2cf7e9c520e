import { t } from '@lingui/core/macro';
import { Button, type ButtonProps, Group, Stack, Text, TextInput } from '@mantine/core';
import { randomId } from '@mantine/hooks';
import { modals } from '@mantine/modals';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';

interface ConfirmOptions {
  readonly title: string;
  readonly text: ReactNode;
  /** The label of the confirming button, such as `Delete user`. */
  readonly confirmLabel: string;
  /** The label of the other button, where «Cancel» could mean the action. */
  readonly cancelLabel?: string;
  readonly onConfirm: () => void;
  /** Called when the dialog closes, confirmed or not. */
  readonly onClose?: () => void;
  /** Size of the dialog; `lg` for a long label. */
  readonly size?: 'lg' | undefined;
  /** What must be typed before the action can be confirmed, such as `publish`; for what concerns very much. */
  readonly word?: string | undefined;
  /** Whether nothing is lost; the button is not red then. */
  readonly isHarmless?: boolean;
}

/** Opens a dialog that asks for confirmation of an action that cannot be undone, or that concerns much. */
export function confirm(options: ConfirmOptions): void {
  const { title, text, confirmLabel, cancelLabel = t`Cancel`, onConfirm, onClose, size, word } = options;
  const children = (
    <Text size="sm" component="div">
      {text}
    </Text>
  );
  const common = {
    title,
    ...(size === undefined ? {} : { size }),
    ...(onClose === undefined ? {} : { onClose }),
  };
  if (word !== undefined) {
    const modalId = randomId();
    const close = (): void => {
      modals.close(modalId);
    };
    modals.open({
      ...common,
      modalId,
      children: (
        <TypedConfirmation {...options} word={word} close={close}>
          {children}
        </TypedConfirmation>
      ),
    });
    return;
  }
  modals.openConfirmModal({
    ...common,
    children,
    labels: { confirm: confirmLabel, cancel: cancelLabel },
    confirmProps: getButtonProps(options),
    onConfirm,
  });
}

function getButtonProps({
  isHarmless = false,
}: Pick<ConfirmOptions, 'isHarmless'>): Pick<ButtonProps, 'color'> {
  return isHarmless ? {} : { color: 'red' };
}

interface TypedConfirmationProps extends ConfirmOptions {
  readonly word: string;
  readonly close: () => void;
  readonly children: ReactNode;
}

function TypedConfirmation(props: TypedConfirmationProps): ReactNode {
  const { word, confirmLabel, onConfirm, close, children } = props;
  const [typed, setTyped] = useState('');
  const isConfirmed = typed.trim().toLowerCase() === word.toLowerCase();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isConfirmed) return;
        close();
        onConfirm();
      }}
    >
      <Stack>
        {children}
        <TextInput
          label={t`Type «${word}» to confirm`}
          value={typed}
          autoComplete="off"
          data-autofocus
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
          }}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>{t`Cancel`}</Button>
          <Button type="submit" disabled={!isConfirmed} {...getButtonProps(props)}>
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface ConfirmButtonProps extends ButtonProps {
  /** What the dialog asks before `onConfirm` is called. */
  readonly question: Omit<ConfirmOptions, 'onConfirm' | 'onClose'>;
  readonly onConfirm: () => void;
  /** Called when the question is asked, and after it. */
  readonly onAsk?: (isAsked: boolean) => void;
  /** Tells buttons with the same text apart, such as those of the rows of a table. */
  readonly 'aria-label'?: string;
}

/** A button for an action that cannot be undone: it asks for confirmation first. */
export function ConfirmButton({ question, onConfirm, onAsk, ...props }: ConfirmButtonProps): ReactNode {
  // What is confirmed may have changed while the dialog was open.
  const latest = useRef(onConfirm);
  useLayoutEffect(() => {
    latest.current = onConfirm;
  });
  return (
    <Button
      {...props}
      onClick={() => {
        onAsk?.(true);
        confirm({
          ...question,
          onConfirm: () => {
            latest.current();
          },
          onClose: () => onAsk?.(false),
        });
      }}
    />
  );
}
