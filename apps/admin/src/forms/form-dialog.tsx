import { t } from '@lingui/core/macro';
import { Button, Group, Modal, type ModalProps, Text } from '@mantine/core';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { releaseUnsaved } from './release-unsaved.js';
import { useIsReauthenticationPending } from '../session/reauthentication.js';
import { TouchDialog } from './touch-dialog.js';

interface FormDialogProps extends Pick<ModalProps, 'title' | 'size'> {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog with a form: after something was typed, Escape, a click beside it and its close button ask before they close it. */
export function FormDialog({ opened, onClose, children, ...props }: FormDialogProps): ReactNode {
  const isTouched = useRef(false);
  const isPasswordAsked = useIsReauthenticationPending();
  const [isAsking, setAsking] = useState(false);
  const touch = useCallback(() => {
    isTouched.current = true;
  }, []);
  const keep = (): void => {
    setAsking(false);
  };
  useEffect(() => {
    if (!opened) isTouched.current = false;
  }, [opened]);
  return (
    <>
      <Modal
        {...props}
        opened={opened}
        closeOnEscape={!isAsking && !isPasswordAsked}
        onClose={() => {
          if (isTouched.current) setAsking(true);
          else onClose();
        }}
      >
        <div onInput={touch}>
          <TouchDialog value={touch}>{children}</TouchDialog>
        </div>
      </Modal>
      {/* Mounted when it opens: an Escape that opens it would close it at once. */}
      {opened && isAsking && (
        <Modal opened onClose={keep} title={t`Discard what you have entered?`}>
          <Text size="sm">{t`It is not saved.`}</Text>
          <Group mt="lg" justify="flex-end">
            <Button
              variant="default"
              onClick={() => {
                keep();
                releaseUnsaved();
                onClose();
              }}
            >
              {t`Discard`}
            </Button>
            <Button data-autofocus onClick={keep}>
              {t`Continue editing`}
            </Button>
          </Group>
        </Modal>
      )}
    </>
  );
}
