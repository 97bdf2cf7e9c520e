import { type RefObject, useEffect } from 'react';

const ERRORS = '[aria-invalid="true"], [id$="-error"], [data-error-text]';
const INPUTS = 'input, textarea, button, [contenteditable="true"]';

/** After a refused save, moves the focus to the first input with an error, or to the alert without one. */
export function useFocusFirstError(form: RefObject<HTMLElement | null>, failure: unknown): void {
  // A copy without the errors of corrected members is no other failure.
  const received = failure instanceof Error && failure.cause instanceof Error ? failure.cause : failure;
  useEffect(() => {
    if (received !== null && received !== undefined && form.current !== null) focusFirstError(form.current);
  }, [form, received]);
}

function focusFirstError(form: HTMLElement): void {
  const error = form.querySelector<HTMLElement>(ERRORS) ?? form.querySelector<HTMLElement>('[role="alert"]');
  if (error === null) return;
  const group = error.closest('[role="group"], [role="radiogroup"], fieldset, [data-error-group]');
  const input = error.matches(INPUTS) ? error : group?.querySelector<HTMLElement>(INPUTS);
  (input ?? error).focus();
}
