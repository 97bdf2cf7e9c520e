import { ActionIcon, Badge, Group, Table, Text, Tooltip } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPencil, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useAct } from '../forms/use-act.js';
import { manage, pathTo } from '../manage/manage.js';
import * as queries from '../manage/queries.js';
import type { Bundle, Field } from '../manage/shapes.js';
import { confirmRemoval } from './confirm-removal.js';
import { EditField } from './edit-field.js';
import { cardinalityText, fieldTypeLabel } from './field-type-labels.js';

interface FieldRowProps {
  readonly bundle: Bundle;
  readonly field: Field;
  readonly mayChange: boolean;
  readonly onUp: (() => void) | undefined;
  readonly onDown: (() => void) | undefined;
}

export function FieldRow({ bundle, field, mayChange, onUp, onDown }: FieldRowProps): ReactNode {
  const { name, label, type, required, cardinality, settings } = field;
  const [isEditing, setEditing] = useState(false);
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="xs">
          <Text fw={500}>{label}</Text>
          {required && (
            <Badge size="sm" variant="default">
              required
            </Badge>
          )}
        </Group>
        <Text size="xs" c="dimmed" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          {fieldTypeLabel(type)}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Text size="sm">{fieldTypeLabel(type)}</Text>
        {settings.targetTypes !== undefined && (
          <Text size="xs" c="dimmed">
            {settings.targetTypes.join(', ')}
          </Text>
        )}
      </Table.Td>
      <Table.Td visibleFrom="md">
        <Text size="sm">{cardinalityText(cardinality)}</Text>
      </Table.Td>
      <Table.Td>
        <Group gap={2} justify="flex-end" wrap="nowrap">
          <Act label={`Move ${label} up`} icon={<IconArrowUp size={16} />} onClick={onUp} />
          <Act label={`Move ${label} down`} icon={<IconArrowDown size={16} />} onClick={onDown} />
          {mayChange && (
            <>
              <Act
                label={`Edit ${label}`}
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

interface ActProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly onClick: (() => void) | undefined;
  readonly color?: string;
  readonly loading?: boolean;
}

function Act({ label, icon, onClick, color = 'gray', loading = false }: ActProps): ReactNode {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color={color}
        size={32}
        aria-label={label}
        disabled={onClick === undefined}
        loading={loading}
        onClick={onClick}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}

/** How many entries have a value is asked for at the moment of the question. */
function RemoveField({
  bundle: { entityType, bundle },
  field,
}: {
  readonly bundle: Bundle;
  readonly field: Field;
}): ReactNode {
  const client = useQueryClient();
  const path = `/bundles${pathTo(entityType, bundle)}/fields${pathTo(field.name)}`;
  const remove = useAct({
    act: ({ force }: { force: boolean }) => manage.delete(`${path}${force ? '?force=true' : ''}`),
    done: `${field.label} is removed`,
    refresh: [['content-model'], ['entries']],
    sayFailure: true,
  });
  const ask = useAct({
    act: () => client.query({ ...queries.fieldResource(entityType, bundle, field.name), staleTime: 0 }),
    refresh: [],
    then: ({ body: { entriesWithValue } }) => {
      confirmRemoval({
        what: field.label,
        affected: entriesWithValue,
        effect:
          'What they hold in this field is not shown any more, and is dropped when they are next saved.',
        onConfirm: (force) => {
          remove.mutate({ force });
        },
      });
    },
    sayFailure: true,
  });
  return (
    <Act
      label={`Remove ${field.label}`}
      icon={<IconTrash size={16} />}
      color="red"
      loading={ask.isPending || remove.isPending}
      onClick={() => {
        ask.mutate();
      }}
    />
  );
}
