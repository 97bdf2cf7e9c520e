import { t } from '@lingui/core/macro';
import { Group, Input, NumberInput, Select } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';

/** Bytes of each unit; storage is measured in powers of ten. */
const UNITS = { kB: 1e3, MB: 1e6, GB: 1e9 } as const;

type Unit = keyof typeof UNITS;

interface FileSizeInputProps {
  readonly label: string;
  /** Bytes; `undefined` for no limit. */
  readonly value: number | undefined;
  readonly error: string | undefined;
  readonly onChange: (bytes: number | undefined) => void;
}

/** A number with a unit for a number of bytes. */
export function FileSizeInput({ label, value, error, onChange }: FileSizeInputProps): ReactNode {
  const [unit, setUnit] = useState<Unit>(() => chooseUnit(value));
  const id = useId();
  return (
    <Input.Wrapper
      id={id}
      label={label}
      description={t`Without a number, the limit of the service applies.`}
      error={error}
      inputWrapperOrder={['label', 'description', 'input', 'error']}
      data-error-group
    >
      <Group gap="xs" mt={4} wrap="nowrap" maw={320}>
        <NumberInput
          id={id}
          flex={1}
          min={0}
          allowNegative={false}
          value={value === undefined ? '' : value / UNITS[unit]}
          error={error !== undefined}
          onChange={(typed) => {
            onChange(toBytes(typed, unit));
          }}
        />
        <Select
          aria-label={t`Unit of the size`}
          w={90}
          allowDeselect={false}
          data={Object.keys(UNITS)}
          value={unit}
          onChange={(chosen) => {
            const next = (chosen ?? 'MB') as Unit;
            setUnit(next);
            if (value !== undefined) onChange(toBytes(value / UNITS[unit], next));
          }}
        />
      </Group>
    </Input.Wrapper>
  );
}

function toBytes(typed: number | string, unit: Unit): number | undefined {
  const bytes = Math.round(Number(typed) * UNITS[unit]);
  return typed === '' || !(bytes > 0) ? undefined : bytes;
}

/** The largest unit in which a size has a number of at least 1. */
function chooseUnit(bytes: number | undefined): Unit {
  if (bytes === undefined) return 'MB';
  if (bytes >= UNITS.GB) return 'GB';
  return bytes >= UNITS.MB ? 'MB' : 'kB';
}
