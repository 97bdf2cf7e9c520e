import { t } from '@lingui/core/macro';
import { Group, Input, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { AddButton, RowActions } from '../forms/row-actions.js';
import type { FieldSettings } from '../management-api/resources.js';

type Choices = NonNullable<FieldSettings['allowedValues']>;

interface AllowedValuesProps {
  readonly value: Choices;
  readonly error: string | undefined;
  readonly onChange: (value: Choices) => void;
}

/** The choices of a list field: a label and the stored value of each. */
export function AllowedValues({ value, error, onChange }: AllowedValuesProps): ReactNode {
  return (
    <Input.Wrapper label={t`Choices`} labelElement="div" required error={error} data-error-group>
      <Stack gap="xs" mt={4} data-rows>
        {value.map((choice, index) => (
          <Group key={index} gap="xs" wrap="nowrap">
            <TextInput
              flex={1}
              aria-label={t`Label of choice ${index + 1}`}
              placeholder={t`Label`}
              value={choice.label}
              onChange={({ currentTarget: { value: label } }) => {
                const follows = choice.value === '' || choice.value === choice.label.toLowerCase();
                onChange(value.with(index, { label, value: follows ? label.toLowerCase() : choice.value }));
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
              onRemove={() => {
                onChange(value.toSpliced(index, 1));
              }}
            />
          </Group>
        ))}
        <AddButton
          onClick={() => {
            onChange([...value, { value: '', label: '' }]);
          }}
        >
          {t`Add a choice`}
        </AddButton>
      </Stack>
    </Input.Wrapper>
  );
}
