import { ActionIcon, Button, Group, Input, Stack, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { FieldSettings } from '../manage/shapes.js';

type Allowed = NonNullable<FieldSettings['allowedValues']>;

interface AllowedValuesProps {
  readonly value: Allowed;
  readonly error: string | undefined;
  readonly onChange: (value: Allowed) => void;
}

/** What can be chosen: what is stored, and how people read it. */
export function AllowedValues({ value, error, onChange }: AllowedValuesProps): ReactNode {
  return (
    <Input.Wrapper label="Choices" labelElement="div" required error={error}>
      <Stack gap="xs" mt={4}>
        {value.map((choice, index) => (
          <Group key={index} gap="xs" wrap="nowrap">
            <TextInput
              flex={1}
              aria-label={`Label of choice ${index + 1}`}
              placeholder="Label"
              value={choice.label}
              onChange={({ currentTarget: { value: label } }) => {
                const follows = choice.value === '' || choice.value === choice.label.toLowerCase();
                onChange(value.with(index, { label, value: follows ? label.toLowerCase() : choice.value }));
              }}
            />
            <TextInput
              flex={1}
              aria-label={`Stored value of choice ${index + 1}`}
              placeholder="Stored as"
              value={choice.value}
              onChange={({ currentTarget }) => {
                onChange(value.with(index, { ...choice, value: currentTarget.value }));
              }}
            />
            <ActionIcon
              variant="subtle"
              color="red"
              size={36}
              aria-label={`Remove choice ${index + 1}`}
              onClick={() => {
                onChange(value.toSpliced(index, 1));
              }}
            >
              <IconTrash size={18} />
            </ActionIcon>
          </Group>
        ))}
        <Button
          variant="default"
          size="xs"
          w="fit-content"
          leftSection={<IconPlus size={14} />}
          onClick={() => {
            onChange([...value, { value: '', label: '' }]);
          }}
        >
          Add a choice
        </Button>
      </Stack>
    </Input.Wrapper>
  );
}
