import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { ConfirmButton } from './confirm.js';

interface EnabledButtonProps {
  readonly enabled: boolean;
  readonly disabled?: boolean;
  /** The dialog before something is disabled. */
  readonly question: { readonly title: string; readonly text: string; readonly confirmLabel: string };
  readonly onToggle: () => void;
}

/** The button that disables something after confirmation, or enables it again. */
export function EnabledButton({
  enabled,
  disabled = false,
  question,
  onToggle,
}: EnabledButtonProps): ReactNode {
  if (!enabled)
    return (
      <Button variant="default" onClick={onToggle}>
        {t`Enable`}
      </Button>
    );
  return (
    <ConfirmButton variant="default" disabled={disabled} question={question} onConfirm={onToggle}>
      {t`Disable`}
    </ConfirmButton>
  );
}
