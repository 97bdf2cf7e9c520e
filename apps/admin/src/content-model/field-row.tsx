import { t } from '@lingui/core/macro';
import { Badge, Group, Table, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { DragHandle, useDropTarget } from '../forms/drag-handle.js';
import type { Reorder } from '../forms/row-actions.js';
import { useAction } from '../forms/use-action.js';
import { IconArrowDown, IconArrowUp, IconPencil, IconTrash } from '../icons/icons.js';
import { managementApi, buildPath } from '../management-api/management-api.js';
import * as queries from '../management-api/queries.js';
import type { Bundle, Field } from '../management-api/resources.js';
import { ActionButton } from './action-button.js';
import { confirmRemoval } from './confirm-removal.js';
import { EditField } from './edit-field.js';
import { formatCardinality, getFieldTypeLabel } from './field-type-labels.js';

interface FieldRowProps {
  readonly bundle: Bundle;
  readonly field: Field;
  /** Whether it stands below the heading of a group. */
  readonly isInGroup: boolean;
  readonly canChange: boolean;
  /** `undefined` when the order cannot be changed. */
  readonly order: Reorder | undefined;
  /** Moves another field to the place of this one; `undefined` when the order cannot be changed. */
  readonly onDropField: ((name: string) => void) | undefined;
}

export function FieldRow(props: FieldRowProps): ReactNode {
  const { bundle, field, isInGroup, canChange, order, onDropField } = props;
  const { name, label, type, required, cardinality, settings, description } = field;
  const [isEditing, setEditing] = useState(false);
  const dropTarget = useDropTarget('fields', onDropField);
  return (
    <Table.Tr {...dropTarget}>
      <Table.Td pl={isInGroup ? 'xl' : undefined}>
        <Group gap="xs" wrap="nowrap" align="flex-start">
          {order !== undefined && (
            <DragHandle list="fields" value={name} label={label} order={order} visibleFrom="sm" />
          )}
          <div>
            <Group gap="xs">
              <Text fw={500}>{label}</Text>
              {required && (
                <Badge size="sm" variant="default">
                  {t`required`}
                </Badge>
              )}
            </Group>
            <Text size="xs" c="dimmed" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Text>
            {typeof description === 'string' && (
              <Text size="xs" c="dimmed" lineClamp={2}>
                {description}
              </Text>
            )}
            <Text size="xs" c="dimmed" hiddenFrom="sm">
              {getFieldTypeLabel(type)}
            </Text>
          </div>
        </Group>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Text size="sm">{getFieldTypeLabel(type)}</Text>
        {settings.targetTypes !== undefined && (
          <Text size="xs" c="dimmed">
            {settings.targetTypes.join(', ')}
          </Text>
        )}
      </Table.Td>
      <Table.Td visibleFrom="md">
        <Text size="sm">{formatCardinality(cardinality)}</Text>
      </Table.Td>
      <Table.Td>
        <Group gap={2} justify="flex-end" wrap="nowrap">
          <ActionButton label={t`Move ${label} up`} icon={<IconArrowUp size={16} />} onClick={order?.onUp} />
          <ActionButton
            label={t`Move ${label} down`}
            icon={<IconArrowDown size={16} />}
            onClick={order?.onDown}
          />
          {canChange && (
            <>
              <ActionButton
                label={t`Edit ${label}`}
                icon={<IconPencil size={16} />}
                onClick={() => {
                  setEditing(true);
                }}
              />
              <RemoveField bundle={bundle} field={field} />
            </>
          )}
        </Group>
        <EditField
          bundle={bundle}
          field={field}
          opened={isEditing}
          onClose={() => {
            setEditing(false);
          }}
        />
      </Table.Td>
    </Table.Tr>
  );
}

/** The button that removes a field; the number of entries with a value is fetched when it is pressed. */
function RemoveField({
  bundle: { entityType, bundle },
  field,
}: {
  readonly bundle: Bundle;
  readonly field: Field;
}): ReactNode {
  const queryClient = useQueryClient();
  const path = `/bundles${buildPath(entityType, bundle)}/fields${buildPath(field.name)}`;
  const remove = useAction({
    mutationFn: ({ force }: { force: boolean }) =>
      managementApi.changeModel('DELETE', `${path}${force ? '?force=true' : ''}`),
    successMessage: t`${field.label} is removed`,
    invalidates: [['content-model'], ['entries']],
    toastErrors: true,
  });
  const loadUsage = useAction({
    mutationFn: () =>
      queryClient.query({ ...queries.fieldResource(entityType, bundle, field.name), staleTime: 0 }),
    invalidates: [],
    onSuccess: ({ body: { entriesWithValue } }) => {
      confirmRemoval({
        name: field.label,
        affected: entriesWithValue,
        effect: t`Their values of this field are hidden, and deleted when the entry is next saved.`,
        onConfirm: (force) => {
          remove.mutate({ force });
        },
      });
    },
    toastErrors: true,
  });
  return (
    <ActionButton
      label={t`Remove ${field.label}`}
      icon={<IconTrash size={16} />}
      color="red"
      loading={loadUsage.isPending || remove.isPending}
      onClick={() => {
        loadUsage.mutate();
      }}
    />
  );
}
