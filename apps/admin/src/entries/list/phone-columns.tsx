import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Field } from '../../management-api/resources.js';
import { getFieldLabel } from '../resource-type.js';
import { Cell, type CellProps } from './cell.js';

interface PhoneColumnsProps extends Omit<CellProps, 'field'> {
  readonly columns: readonly Field[];
}

/** Columns that need no label: a badge, and how long ago the entry was changed. */
const WITHOUT_LABEL = ['status', 'changed'];

/** The chosen columns as lines below the title, on narrow screens. */
export function PhoneColumns({ columns, ...cell }: PhoneColumnsProps): ReactNode {
  const isShort = ({ name }: Field): boolean => WITHOUT_LABEL.includes(name);
  // A badge on every row would say little: only the drafts have one here.
  const short = columns.filter(
    (field) => isShort(field) && !(field.name === 'status' && cell.entry.attributes['status'] === true),
  );
  return (
    <Stack hiddenFrom="sm" gap={2} mt={2}>
      {short.length > 0 && (
        <Group gap="xs">
          {short.map((field) => (
            <Cell key={field.name} field={field} {...cell} />
          ))}
        </Group>
      )}
      {columns
        .filter((field) => !isShort(field))
        .map((field) => (
          <Group key={field.name} gap="xs" wrap="nowrap" align="baseline">
            <Text size="sm" c="dimmed" flex="none" maw="50%">
              {getFieldLabel(field)}
            </Text>
            <Cell field={field} {...cell} />
          </Group>
        ))}
    </Stack>
  );
}
