import { t } from '@lingui/core/macro';
import { Select } from '@mantine/core';
import type { ReactNode } from 'react';

interface FilterSelectProps<Value extends string> {
  readonly label: string;
  readonly choices: readonly { readonly value: Value; readonly label: string }[];
  /** `undefined`: any. */
  readonly value: Value | undefined;
  readonly onChange: (value: Value | undefined) => void;
}

const ANY = '';

/** A filter of a list with «Any» as its first choice. */
export function FilterSelect<Value extends string>({
  label,
  choices,
  value,
  onChange,
}: FilterSelectProps<Value>): ReactNode {
  return (
    <Select
      label={label}
      w={280}
      maw="100%"
      allowDeselect={false}
      data={[{ value: ANY, label: t`Any` }, ...choices]}
      value={value ?? ANY}
      onChange={(chosen) => {
        onChange(choices.find((choice) => choice.value === chosen)?.value);
      }}
    />
  );
}
