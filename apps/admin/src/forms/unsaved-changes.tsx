import { t } from '@lingui/core/macro';
import { Button, Group, Modal, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { releaseUnsaved } from './release-unsaved.js';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';

interface UnsavedChangesProps {
  readonly when: boolean;
  readonly title?: string;
  readonly text?: string;
  /** The label of the button that leaves the screen. */
  readonly leave?: string;
  /** Whether the search parameters of the next navigation end what is unsaved, where the path stays the same. */
  readonly isLostBy?: (search: object) => boolean;
  /** Called when the question is asked, and after it. */
  readonly onAsk?: (isAsked: boolean) => void;
  /** Saves before the screen is left. @returns whether everything is saved; the user stays otherwise */
  readonly onSave?: () => Promise<boolean>;
  /** Whether a save is on its way already. */
  readonly isSaving?: boolean;
}

/** Asks for confirmation before a navigation that loses unsaved changes, or what else is shown only on this screen. */
export function UnsavedChanges({
  when,
  title = t`Leave without saving?`,
  text = t`The changes on this screen are not saved.`,
  leave = t`Leave without saving`,
  isLostBy = () => false,
  onAsk,
  onSave,
  isSaving = false,
}: UnsavedChangesProps): ReactNode {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      when && (current.pathname !== next.pathname || isLostBy(next.search)),
    enableBeforeUnload: () => when,
    withResolver: true,
  });
  const isAsked = status === 'blocked';
  const [isEnding, setEnding] = useState(false);
  const stay = (): void => {
    if (!isEnding) reset?.();
  };
  const tell = useEffectEvent(() => onAsk?.(isAsked));
  useEffect(() => {
    tell();
  }, [isAsked]);
  return (
    <Modal opened={isAsked} onClose={stay} title={title}>
      <Text size="sm">{text}</Text>
      <Group mt="lg" justify="flex-end">
        <Button
          variant="default"
          disabled={isEnding}
          onClick={() => {
            releaseUnsaved();
            proceed?.();
          }}
        >
          {leave}
        </Button>
        {onSave !== undefined && (
          <Button
            variant="default"
            loading={isSaving || isEnding}
            onClick={() => {
              setEnding(true);
              void onSave().then((isSaved) => {
                setEnding(false);
                if (isSaved) proceed?.();
                else reset?.();
              });
            }}
          >
            {t`Save and leave`}
          </Button>
        )}
        <Button data-autofocus disabled={isEnding} onClick={stay}>
          {t`Stay`}
        </Button>
      </Group>
    </Modal>
  );
}
