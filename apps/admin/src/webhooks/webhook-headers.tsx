import { t } from '@lingui/core/macro';
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
      label={t`Header fields`}
      labelElement="div"
      description={t`Sent with every call, such as Authorization. Their values are stored encrypted and not shown again.`}
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
        {t`Replace header fields`}
      </Button>
    </Group>
  );
}

/** The inputs of a header field. */
const COLUMNS = [
  {
    member: 'name',
    flex: '1 1 160px',
    placeholder: 'Authorization',
    formatLabel: (number: number) => t`Name of header field ${number}`,
  },
  {
    member: 'value',
    flex: '2 1 160px',
    placeholder: 'Bearer …',
    formatLabel: (number: number) => t`Value of header field ${number}`,
  },
] as const;

function HeaderRows({
  value,
  onChange,
}: {
  readonly value: readonly HeaderRow[];
  readonly onChange: (headers: readonly HeaderRow[]) => void;
}): ReactNode {
  return (
    <>
      {value.map((row, index) => (
        <Group key={index} gap="xs" wrap="nowrap" align="flex-start">
          <Group gap="xs" flex={1} miw={0}>
            {COLUMNS.map(({ member, flex, placeholder, formatLabel }) => (
              <TextInput
                key={member}
                flex={flex}
                value={row[member]}
                aria-label={formatLabel(index + 1)}
                placeholder={placeholder}
                onChange={({ currentTarget }) => {
                  onChange(value.with(index, { ...row, [member]: currentTarget.value }));
                }}
              />
            ))}
          </Group>
          <RowActions
            name={t`header field ${index + 1}`}
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
        {t`Add a header field`}
      </AddButton>
    </>
  );
}
