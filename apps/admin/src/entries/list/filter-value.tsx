import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { CloseButton, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { ReferencePicker } from '../references/reference-picker.js';
import { PERIODS } from './date-filters.js';
import type { FilterChoice } from './filter-choices.js';
import { useTargetTitles } from './use-target-titles.js';

export const IN_POPOVER = { withinPortal: false };

interface ValueInputProps {
  readonly choice: FilterChoice | undefined;
  readonly operator: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The input for the value of a condition: a text, a number, a choice, an entry, or days. */
export function ValueInput({ choice, operator, value, onChange }: ValueInputProps): ReactNode {
  if (choice?.values !== undefined)
    return (
      <Select
        label={t`Value`}
        required
        data={[...choice.values]}
        value={value === '' ? null : value}
        comboboxProps={IN_POPOVER}
        onChange={(next) => {
          onChange(next ?? '');
        }}
      />
    );
  if (choice?.targetTypes !== undefined)
    return <TargetInput types={choice.targetTypes} value={value} onChange={onChange} />;
  if (choice?.input === 'date') return <DaysInput operator={operator} value={value} onChange={onChange} />;
  return (
    <PlainInput
      label={t`Value`}
      type={choice?.input ?? 'text'}
      step="any"
      value={value}
      onChange={onChange}
    />
  );
}

interface TargetInputProps extends Pick<ValueInputProps, 'value' | 'onChange'> {
  readonly types: readonly string[];
}

/** The picked target of a reference, or a picker. */
function TargetInput({ types, value, onChange }: TargetInputProps): ReactNode {
  const titles = useTargetTitles([{ types, id: value }]);
  return (
    <Stack gap={4}>
      <Text size="sm" fw={500}>
        {t`Value`}
      </Text>
      {value === '' ? (
        <ReferencePicker
          label={t`Value`}
          types={types}
          excluded={[]}
          isInPopover
          onPick={({ id }) => {
            onChange(id);
          }}
        />
      ) : (
        <Group justify="space-between" wrap="nowrap" gap="xs">
          <Text size="sm" truncate>
            {titles.get(value) ?? value}
          </Text>
          <CloseButton
            size="sm"
            aria-label={t`Choose another entry`}
            onClick={() => {
              onChange('');
            }}
          />
        </Group>
      )}
    </Stack>
  );
}

/** One day, two days (`2026-01-01/2026-01-31`) or a number of days. */
function DaysInput({ operator, value, onChange }: Omit<ValueInputProps, 'choice'>): ReactNode {
  const [first = '', last = ''] = value.split('/');
  return (
    <>
      {operator === 'period' && (
        <Select
          label={t`Time`}
          required
          data={[...PERIODS]}
          value={value === '' ? null : value}
          comboboxProps={IN_POPOVER}
          onChange={(next) => {
            onChange(next ?? '');
          }}
        />
      )}
      {operator === 'last' && (
        <PlainInput label={t`Days`} type="number" min={1} max={9999} value={value} onChange={onChange} />
      )}
      {operator === 'between' && (
        <>
          <PlainInput
            label={t`First day`}
            type="date"
            value={first}
            onChange={(day) => {
              onChange(`${day}/${last}`);
            }}
          />
          <PlainInput
            label={t`Last day`}
            type="date"
            value={last}
            onChange={(day) => {
              onChange(`${first}/${day}`);
            }}
          />
        </>
      )}
      {['on', 'before', 'after'].includes(operator) && (
        <PlainInput label={t`Day`} type="date" value={value} onChange={onChange} />
      )}
      <Text size="xs" c="dimmed">
        <Trans>Days of your time zone, {Intl.DateTimeFormat().resolvedOptions().timeZone}</Trans>
      </Text>
    </>
  );
}

interface PlainInputProps {
  readonly label: string;
  readonly type: 'text' | 'number' | 'date';
  readonly step?: 'any';
  readonly min?: number;
  readonly max?: number;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function PlainInput({ onChange, ...props }: PlainInputProps): ReactNode {
  return (
    <TextInput
      {...props}
      required
      onChange={({ currentTarget }) => {
        onChange(currentTarget.value);
      }}
    />
  );
}
