import { Checkbox, Stack } from '@mantine/core';
import type { ReactNode } from 'react';

interface CheckboxListProps<Value extends string> {
  readonly label: string;
  readonly description?: string;
  readonly choices: readonly {
    readonly value: Value;
    readonly label: string;
    readonly description?: string;
    readonly disabled?: boolean;
  }[];
  readonly value: readonly Value[];
  readonly error: string | undefined;
  readonly onChange: (value: Value[]) => void;
}

/** Any number of a few choices, one below the other. */
export function CheckboxList<Value extends string>({
  choices,
  value,
  ...input
}: CheckboxListProps<Value>): ReactNode {
  return (
    <Checkbox.Group {...input} value={[...value]}>
      <Stack gap="xs" mt="xs">
        {choices.map((choice) => (
          <Checkbox key={choice.value} {...choice} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
