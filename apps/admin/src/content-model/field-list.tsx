import { Card, Group, Stack, Table, Text, Title } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { getFieldLabel } from '../entries/resource-type.js';
import { createReorder, moveItem } from '../forms/row-actions.js';
import { useAction } from '../forms/use-action.js';
import { managementApi, buildPath } from '../management-api/management-api.js';
import type { Bundle } from '../management-api/resources.js';
import { AddField } from './add-field.js';
import { FieldRow } from './field-row.js';
import { getFieldTypeLabel } from './field-type-labels.js';

interface FieldListProps {
  readonly bundle: Bundle;
  readonly etag: string | undefined;
  /** The order of the fields is part of the bundle: it needs the scope that administers bundles. */
  readonly canReorder: boolean;
  readonly canChange: boolean;
}

/** The fields of a bundle: its own in their order, and the base fields of its entity type. */
export function FieldList({ bundle, etag, canReorder, canChange }: FieldListProps): ReactNode {
  const { entityType, bundle: name, fields, baseFields } = bundle;
  const reorder = useAction({
    mutationFn: (fieldOrder: readonly string[]) =>
      managementApi.changeModel('PATCH', `/bundles${buildPath(entityType, name)}`, { fieldOrder }, etag),
    invalidates: [['content-model']],
    toastErrors: true,
  });
  const names = fields.map((field) => field.name);
  const table = useFocusAfterMove(names.join());
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Title order={2} size="h4">
          Fields of this type
        </Title>
        {canChange && <AddField bundle={bundle} />}
      </Group>
      {fields.length === 0 ? (
        <Text c="dimmed">No fields of its own yet.</Text>
      ) : (
        <Card withBorder p={0} ref={table}>
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
                  canChange={canChange}
                  order={canReorder ? createReorder(names, index, reorder.mutate) : undefined}
                  onDropField={(dropped) => {
                    const from = names.indexOf(dropped);
                    if (from !== -1 && from !== index) reorder.mutate(moveItem(names, from, index));
                  }}
                />
              ))}
            </Table.Tbody>
          </Table>
        </Card>
      )}
      <div>
        <Title order={2} size="h4">
          Fields of every type
        </Title>
        <Text size="sm" c="dimmed" mb="sm">
          Every type of this kind has these fields. They cannot be changed.
        </Text>
        <Card withBorder p={0}>
          <Table verticalSpacing="xs" horizontalSpacing="md">
            <Table.Tbody>
              {baseFields.map((field) => (
                <Table.Tr key={field.name}>
                  <Table.Td>{getFieldLabel(field)}</Table.Td>
                  <Table.Td>
                    <Text size="sm" ff="monospace">
                      {field.name}
                    </Text>
                  </Table.Td>
                  <Table.Td visibleFrom="sm">
                    <Text size="sm">{getFieldTypeLabel(field.type)}</Text>
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

/**
 * Moves the focus to the button that was pressed last, in the place where it is now, when the order has changed: a moved row
 * loses it. At the end of the list, the button beside it can be pressed.
 */
function useFocusAfterMove(order: string): RefObject<HTMLDivElement | null> {
  const table = useRef<HTMLDivElement>(null);
  const pressed = useRef<HTMLElement>(null);
  useEffect(() => {
    const remember = ({ target }: FocusEvent): void => {
      pressed.current = target instanceof HTMLElement ? target : null;
    };
    const element = table.current;
    element?.addEventListener('focusin', remember);
    return () => element?.removeEventListener('focusin', remember);
  }, []);
  useEffect(() => {
    const button = pressed.current;
    const hasFocus = document.activeElement?.matches('body, :disabled') === false;
    if (button === null || hasFocus) return;
    const others = button.parentElement;
    const target = button.matches(':enabled') ? button : others?.querySelector<HTMLElement>('button:enabled');
    target?.focus();
  }, [order]);
  return table;
}
