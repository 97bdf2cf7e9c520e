import { type MantineSpacing, Stack } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { type ReactNode, useRef } from 'react';
import { FailureNotice } from '../layout/failure-notice.js';

interface FormProps {
  readonly onSubmit: () => void;
  readonly failure: unknown;
  /** JSON pointers of its inputs; those show their errors themselves. */
  readonly inputPointers: readonly string[];
  /** Discards the draft and shows the stored version; offered after a 412. */
  readonly onReload?: (() => void) | undefined;
  readonly gap?: MantineSpacing;
  readonly children: ReactNode;
}

/**
 * A form with the errors that no input shows above its inputs. The service validates the values (`noValidate`). Ctrl+S, or
 * Cmd+S on a Mac, presses the submit button.
 */
export function Form({ onSubmit, failure, inputPointers, onReload, gap, children }: FormProps): ReactNode {
  const form = useRef<HTMLFormElement>(null);
  useHotkeys([['mod+S', () => form.current?.querySelector<HTMLElement>('[type=submit]')?.click()]], [], true);
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <Stack gap={gap}>
        <FailureNotice failure={failure} inputPointers={inputPointers} onReload={onReload} />
        {children}
      </Stack>
    </form>
  );
}
