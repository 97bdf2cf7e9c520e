import { Autocomplete } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';

interface ActionFilterProps {
  readonly value: string;
  /** Those that are on the screen. */
  readonly known: readonly string[];
  readonly onChange: (action: string) => void;
}

export function ActionFilter({ value, known, onChange }: ActionFilterProps): ReactNode {
  const [typed, setTyped] = useState(value);
  const later = useDebouncedCallback(onChange, 400);
  return (
    <Autocomplete
      label="Action"
      placeholder="Any"
      clearable
      clearButtonProps={{ 'aria-label': 'Any action' }}
      data={[...known]}
      value={typed}
      onChange={(text) => {
        setTyped(text);
        later(text.trim());
      }}
    />
  );
}
