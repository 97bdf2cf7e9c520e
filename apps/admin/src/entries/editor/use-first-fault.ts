import { useEffect } from 'react';

/** Leads whoever saved in vain to the first input that is not accepted. */
export function useFirstFault(failure: unknown): void {
  useEffect(() => {
    if (failure === null || failure === undefined) return;
    const input = document.querySelector<HTMLElement>('main [aria-invalid="true"], main [data-error] input');
    if (input !== null) input.focus();
    else document.querySelector('main [role="alert"]')?.scrollIntoView({ block: 'center' });
  }, [failure]);
}
