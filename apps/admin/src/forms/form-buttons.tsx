import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';

interface FormButtonsProps {
  /** What the form does, as its button says it. */
  readonly submit: string;
  readonly isSaving: boolean;
  readonly disabled?: boolean;
  readonly cancel?: string;
  /** Where there is a way back. */
  readonly onCancel?: () => void;
  /** What else can be done, at the other end of the line. */
  readonly children?: ReactNode;
}

export function FormButtons(props: FormButtonsProps): ReactNode {
  const { submit, isSaving, disabled = false, cancel = 'Cancel', onCancel, children } = props;
  return (
    <Group justify={children === undefined ? 'flex-end' : 'space-between'}>
      {children}
      {onCancel !== undefined && (
        <Button variant="default" onClick={onCancel}>
          {cancel}
        </Button>
      )}
      <Button type="submit" disabled={disabled} loading={isSaving}>
        {submit}
      </Button>
    </Group>
  );
}
