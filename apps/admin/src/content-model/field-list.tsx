import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Card, Group, Stack, Table, Text, Title } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { getFieldLabel } from '../entries/resource-type.js';
import { DialogButton } from '../forms/dialog-button.js';
import type { Bundle } from '../management-api/resources.js';
import { AddField } from './add-field.js';
import { FormLayoutRows } from './form-layout-rows.js';
import { getFieldTypeLabel } from './field-type-labels.js';
import { GroupForm } from './group-form.js';

interface FieldListProps {
  readonly bundle: Bundle;
  readonly etag: string | undefined;
  /** The order of the fields is part of the bundle: it needs the scope that administers bundles. */
  readonly canReorder: boolean;
  readonly canChange: boolean;
}

/** The fields of a bundle: its own in their order, and the base fields of its entity type. */
export function FieldList({ bundle, etag, canReorder, canChange }: FieldListProps): ReactNode {
  const { fields, baseFields } = bundle;
  const table = useFocusAfterMove(fields.map(({ name }) => name).join());
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Title order={2} size="h4">
          {t`Fields of this type`}
        </Title>
        {canChange && (
          <Group gap="sm">
            {fields.length > 0 && <NewGroup bundle={bundle} />}
            <AddField bundle={bundle} />
          </Group>
        )}
      </Group>
      {fields.length === 0 ? (
        <Text c="dimmed">{t`No fields of its own yet.`}</Text>
      ) : (
        <Card withBorder p={0} ref={table}>
          <Table verticalSpacing="sm" horizontalSpacing="md">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t`Field`}</Table.Th>
                <Table.Th visibleFrom="sm">{t`Type`}</Table.Th>
                <Table.Th visibleFrom="md">{t`Values`}</Table.Th>
                <Table.Th>
                  <Text size="sm" fw={700} ta="right">
                    {t`Change`}
                  </Text>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              <FormLayoutRows bundle={bundle} etag={etag} canReorder={canReorder} canChange={canChange} />
            </Table.Tbody>
          </Table>
        </Card>
      )}
      <div>
        <Title order={2} size="h4">
          {t`Fields of every type`}
        </Title>
        <Text size="sm" c="dimmed" mb="sm">
          <Trans>Every type of this kind has these fields. They cannot be changed.</Trans>
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

function NewGroup({ bundle }: { readonly bundle: Bundle }): ReactNode {
  return (
    <DialogButton label={t`New group`} title={t`A group in the form of entries`} variant="default">
      {(close) => <GroupForm bundle={bundle} group={undefined} onDone={close} />}
    </DialogButton>
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
