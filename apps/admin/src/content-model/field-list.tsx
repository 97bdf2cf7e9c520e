import { Card, Group, Stack, Table, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { labelOf } from '../entries/resource-type.js';
import { useAct } from '../forms/use-act.js';
import { manage, pathTo } from '../manage/manage.js';
import type { Bundle } from '../manage/shapes.js';
import { AddField } from './add-field.js';
import { FieldRow } from './field-row.js';
import { fieldTypeLabel } from './field-type-labels.js';
import { moved } from '../forms/moved.js';

interface FieldListProps {
  readonly bundle: Bundle;
  readonly etag: string | undefined;
  /** The order belongs to the type, each field to itself. */
  readonly mayOrder: boolean;
  readonly mayChange: boolean;
}

/** The fields of a type: its own, in an order that can be changed, and those that all of its family have. */
export function FieldList({ bundle, etag, mayOrder, mayChange }: FieldListProps): ReactNode {
  const { entityType, bundle: name, fields, baseFields } = bundle;
  const order = useAct({
    act: (fieldOrder: readonly string[]) =>
      manage.patch(`/bundles${pathTo(entityType, name)}`, { fieldOrder }, etag),
    refresh: [['content-model']],
    sayFailure: true,
  });
  const names = fields.map((field) => field.name);
  const mover = (from: number, to: number): (() => void) | undefined =>
    mayOrder && to >= 0 && to < names.length && !order.isPending
      ? () => {
          order.mutate(moved(names, from, to));
        }
      : undefined;
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Title order={2} size="h4">
          Own fields
        </Title>
        {mayChange && <AddField bundle={bundle} />}
      </Group>
      {fields.length === 0 ? (
        <Text c="dimmed">No fields of its own yet.</Text>
      ) : (
        <Card withBorder p={0}>
          <Table verticalSpacing="sm" horizontalSpacing="md">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Field</Table.Th>
                <Table.Th visibleFrom="sm">Type</Table.Th>
                <Table.Th visibleFrom="md">Values</Table.Th>
                <Table.Th>
                  <Text size="sm" fw={700} ta="right">
                    Change
                  </Text>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {fields.map((field, index) => (
                <FieldRow
                  key={field.name}
                  bundle={bundle}
                  field={field}
                  mayChange={mayChange}
                  onUp={mover(index, index - 1)}
                  onDown={mover(index, index + 1)}
                />
              ))}
            </Table.Tbody>
          </Table>
        </Card>
      )}
      <div>
        <Title order={2} size="h4">
          Fields of the family
        </Title>
        <Text size="sm" c="dimmed" mb="sm">
          Every type of this family has them; they cannot be changed.
        </Text>
        <Card withBorder p={0}>
          <Table verticalSpacing="xs" horizontalSpacing="md">
            <Table.Tbody>
              {baseFields.map((field) => (
                <Table.Tr key={field.name}>
                  <Table.Td>{labelOf(field)}</Table.Td>
                  <Table.Td>
                    <Text size="sm" ff="monospace">
                      {field.name}
                    </Text>
                  </Table.Td>
                  <Table.Td visibleFrom="sm">
                    <Text size="sm">{fieldTypeLabel(field.type)}</Text>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Card>
      </div>
    </Stack>
  );
}
