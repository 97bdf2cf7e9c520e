import { t } from '@lingui/core/macro';
import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { releaseUnsaved } from './release-unsaved.js';

interface FormButtonsProps {
  /** The label of the submit button. */
  readonly submit: string;
  readonly isSaving: boolean;
  readonly disabled?: boolean;
  /** The label of the cancel button. */
  readonly cancel?: string;
  /** Absent for a form without a cancel button. */
  readonly onCancel?: () => void;
  /** Further buttons, at the start of the row. */
  readonly children?: ReactNode;
}

export function FormButtons(props: FormButtonsProps): ReactNode {
  const { submit, isSaving, disabled = false, cancel = t`Cancel`, onCancel, children } = props;
  return (
    <Group className="form-buttons" justify={children === undefined ? 'flex-end' : 'space-between'}>
      {children}
      <Group>
        {onCancel !== undefined && (
          <Button
            variant="default"
            onClick={() => {
              releaseUnsaved();
              onCancel();
            }}
          >
            {cancel}
          </Button>
        )}
        <Button type="submit" disabled={disabled} loading={isSaving}>
          {submit}
        </Button>
      </Group>
    </Group>
  );
}
