import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconEye, IconEyeOff } from '../icons/icons.js';

interface PreviewButtonProps {
  readonly opened: boolean;
  readonly onToggle: () => void;
}

/** Shows and hides the preview of an entry. */
export function PreviewButton({ opened, onToggle }: PreviewButtonProps): ReactNode {
  return (
    <Button
      variant="default"
      leftSection={opened ? <IconEyeOff size={16} /> : <IconEye size={16} />}
      aria-expanded={opened}
      onClick={onToggle}
    >
      {t`Preview`}
    </Button>
  );
}
