import { Button, Code, Group, Input, Stack, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { AddButton, RowActions } from '../forms/row-actions.js';
import type { HeaderRow } from './webhook-values.js';

interface WebhookHeadersProps {
  /** `null` while the stored header fields are kept. */
  readonly value: readonly HeaderRow[] | null;
  readonly storedNames: readonly string[];
  readonly error: string | undefined;
  readonly onChange: (headers: readonly HeaderRow[]) => void;
}

/** Further header fields of every call. Stored ones can only be replaced all together: their values are not shown. */
export function WebhookHeaders({ value, storedNames, error, onChange }: WebhookHeadersProps): ReactNode {
  return (
    <Input.Wrapper
      label="Header fields"
      labelElement="div"
      description="Sent with every call, such as Authorization. Their values are stored encrypted and not shown again."
      data-error-group
    >
      {error !== undefined && <Input.Error data-error-text>{error}</Input.Error>}
      <Stack gap="xs" mt="xs">
        {value === null ? (
          <StoredHeaders
            names={storedNames}
            onReplace={() => {
              onChange([{ name: '', value: '' }]);
            }}
          />
        ) : (
          <HeaderRows value={value} onChange={onChange} />
        )}
      </Stack>
    </Input.Wrapper>
  );
}

interface StoredHeadersProps {
  readonly names: readonly string[];
  readonly onReplace: () => void;
}

function StoredHeaders({ names, onReplace }: StoredHeadersProps): ReactNode {
  return (
    <Group gap="sm">
      <Text size="sm">
        {names.map((name) => (
          <Code key={name} mr={6}>
            {name}
          </Code>
        ))}
      </Text>
      <Button variant="default" size="xs" onClick={onReplace}>
        Replace header fields
      </Button>
    </Group>
  );
}

function HeaderRows({
  value,
  onChange,
}: {
  readonly value: readonly HeaderRow[];
  readonly onChange: (headers: readonly HeaderRow[]) => void;
}): ReactNode {
  const change = (index: number, row: HeaderRow, changes: Partial<HeaderRow>): void => {
    onChange(value.with(index, { ...row, ...changes }));
  };
  return (
    <>
      {value.map((row, index) => (
        <Group key={index} gap="xs" wrap="nowrap" align="flex-start">
          <TextInput
            flex="1 1 35%"
            miw={0}
            value={row.name}
            aria-label={`Name of header field ${index + 1}`}
            placeholder="Authorization"
            onChange={({ currentTarget }) => {
              change(index, row, { name: currentTarget.value });
            }}
          />
          <TextInput
            flex="1 1 65%"
            miw={0}
            value={row.value}
            aria-label={`Value of header field ${index + 1}`}
            placeholder="Bearer …"
            onChange={({ currentTarget }) => {
              change(index, row, { value: currentTarget.value });
            }}
          />
          <RowActions
            name={`header field ${index + 1}`}
            onRemove={() => {
              onChange(value.toSpliced(index, 1));
            }}
          />
        </Group>
      ))}
      <AddButton
        onClick={() => {
          onChange([...value, { name: '', value: '' }]);
        }}
      >
        Add a header field
      </AddButton>
    </>
  );
}
