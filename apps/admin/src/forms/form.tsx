import { type MantineSpacing, Stack } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { Fragment, type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { FailureNotice } from '../layout/failure-notice.js';
import { useTouchDialog } from './touch-dialog.js';
import { type UnsavedForm, UnsavedValuesNotice } from './unsaved-values.js';
import { useFocusFirstError } from './use-focus-first-error.js';

interface FormProps {
  readonly onSubmit: () => void;
  readonly failure: unknown;
  /** JSON pointers of its inputs; those show their errors themselves. */
  readonly inputPointers: readonly string[];
  /** Discards the draft and shows the stored version; offered after a 412. */
  readonly onReload?: (() => void) | undefined;
  /** Shown in place of the messages of the failure, with the role `alert`. */
  readonly notice?: ReactNode;
  /** What is kept in the browser until it is saved, also after a crash or a sign-out; absent for a form that holds no typed work. */
  readonly unsaved?: UnsavedForm | undefined;
  readonly gap?: MantineSpacing;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly children: ReactNode;
}

/**
 * A form with the errors that no input shows above its inputs. The service validates the values (`noValidate`); after a
 * refused save the first error gets the focus. Ctrl+S, or Cmd+S on a Mac, presses the submit button.
 */
export function Form({
  onSubmit,
  failure,
  inputPointers,
  onReload,
  notice,
  unsaved,
  gap,
  onKeyDown,
  children,
}: FormProps): ReactNode {
  const form = useRef<HTMLFormElement>(null);
  const [taken, setTaken] = useState(0);
  const touchDialog = useTouchDialog();
  useFocusFirstError(form, failure);
  const save = (): void => {
    // A form that is behind another tab saves nothing.
    if (form.current?.checkVisibility() === true)
      form.current.querySelector<HTMLElement>('[type=submit]')?.click();
  };
  useHotkeys([['mod+S', save]], [], true);
  return (
    <form
      ref={form}
      noValidate
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Stack gap={gap}>
        {notice ?? <FailureNotice failure={failure} inputPointers={inputPointers} onReload={onReload} />}
        {unsaved !== undefined && (
          <UnsavedValuesNotice
            {...unsaved}
            onTaken={() => {
              touchDialog();
              setTaken(taken + 1);
            }}
          />
        )}
        {/* Inputs with a state of their own begin anew with the values that were taken over. */}
        <Fragment key={taken}>{children}</Fragment>
      </Stack>
    </form>
  );
}

/** Prevents the implicit submission by Enter in an input (HTML, «Implicit submission»), for long forms. */
export function preventSubmissionByEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
}
