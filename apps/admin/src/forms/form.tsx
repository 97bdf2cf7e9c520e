import { type MantineSpacing, Stack } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { type ReactNode, useRef } from 'react';
import { FailureNotice } from '../frame/failure-notice.js';

interface FormProps {
  readonly onSubmit: () => void;
  readonly failure: unknown;
  /** Places that have an input, which shows its own faults. */
  readonly shown: readonly string[];
  /** Goes on from what is there now, where somebody else was faster. */
  readonly onReload?: (() => void) | undefined;
  readonly gap?: MantineSpacing;
  readonly children: ReactNode;
}

/**
 * Inputs, and above them what is wrong with the rest. The service judges the values, not the browser. Ctrl+S, or Cmd+S on a
 * Mac, presses the button, from wherever somebody types.
 */
export function Form({ onSubmit, failure, shown, onReload, gap, children }: FormProps): ReactNode {
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
        <FailureNotice failure={failure} shown={shown} onReload={onReload} />
        {children}
      </Stack>
    </form>
  );
}
