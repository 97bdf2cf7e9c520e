import { NumberInput } from '@mantine/core';
import type { ReactNode } from 'react';

interface NumberSettingProps {
  readonly label: string;
  readonly description: string;
  readonly value: number;
  readonly error: string | undefined;
  readonly onChange: (value: number) => void;
}

export function NumberSetting({ label, description, value, error, onChange }: NumberSettingProps): ReactNode {
  return (
    <NumberInput
      label={label}
      description={description}
      value={value}
      error={error}
      min={0}
      maw={420}
      allowDecimal={false}
      allowNegative={false}
      onChange={(typed) => {
        if (typed !== '') onChange(Number(typed));
      }}
    />
  );
}
