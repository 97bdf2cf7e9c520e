import { t } from '@lingui/core/macro';
import { Group, Input, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { changeAndFocusRow } from '../forms/focus-rows.js';
import { toMachineName } from '../forms/machine-name.js';
import { AddButton, createReorder, RowActions } from '../forms/row-actions.js';
import type { FieldSettings } from '../management-api/resources.js';

type Choices = NonNullable<FieldSettings['allowedValues']>;

interface AllowedValuesProps {
  readonly value: Choices;
  readonly error: string | undefined;
  readonly onChange: (value: readonly Choices[number][]) => void;
}

const EMPTY = { value: '', label: '' };

/** The proposed value of a choice, such as `market_day` of «Market day»; its label for one without Latin letters. */
function toStoredValue(label: string): string {
  return toMachineName(label) || label.toLowerCase();
}

/** The choices of a list field in their order: a label and the stored value of each. Enter adds the next one. */
export function AllowedValues({ value: given, error, onChange }: AllowedValuesProps): ReactNode {
  // A list begins with a choice to fill in.
  const value = given.length === 0 ? [EMPTY] : given;
  return (
    <Input.Wrapper label={t`Choices`} labelElement="div" required error={error} data-error-group>
      <Stack gap="xs" mt={4} data-rows>
        {value.map((choice, index) => (
          <Group
            key={index}
            gap="xs"
            wrap="nowrap"
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
              if (!(event.target instanceof HTMLInputElement)) return;
              // Otherwise it would save the field.
              event.preventDefault();
              const add = (): void => {
                onChange(value.toSpliced(index + 1, 0, EMPTY));
              };
              changeAndFocusRow(event.target, add, (row) => row + 1, []);
            }}
          >
            <TextInput
              flex={1}
              aria-label={t`Label of choice ${index + 1}`}
              placeholder={t`Label`}
              value={choice.label}
              onChange={({ currentTarget: { value: label } }) => {
                const follows = choice.value === '' || choice.value === toStoredValue(choice.label);
                onChange(value.with(index, { label, value: follows ? toStoredValue(label) : choice.value }));
              }}
            />
            <TextInput
              flex={1}
              aria-label={t`Stored value of choice ${index + 1}`}
              placeholder={t`Stored as`}
              value={choice.value}
              onChange={({ currentTarget }) => {
                onChange(value.with(index, { ...choice, value: currentTarget.value }));
              }}
            />
            <RowActions
              name={t`choice ${index + 1}`}
              order={createReorder(value, index, onChange)}
              onRemove={() => {
                onChange(value.toSpliced(index, 1));
              }}
            />
          </Group>
        ))}
        <AddButton
          onClick={() => {
            onChange([...given, EMPTY]);
          }}
        >
          {t`Add a choice`}
        </AddButton>
      </Stack>
    </Input.Wrapper>
  );
}
