import { t } from '@lingui/core/macro';
import { Group, Table, Text } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { REGION_LABELS } from '../entries/form-layout.js';
import { useDropTarget } from '../forms/drag-handle.js';
import { FormDialog } from '../forms/form-dialog.js';
import type { Reorder } from '../forms/row-actions.js';
import { IconArrowDown, IconArrowUp, IconFolder, IconPencil } from '../icons/icons.js';
import type { Bundle, FormRegion } from '../management-api/resources.js';
import { ActionButton } from './action-button.js';
import { GroupForm, type GroupName } from './group-form.js';

/** All columns of the table of fields. */
const COLUMNS = 4;

interface RegionRowProps {
  readonly region: FormRegion;
  /** Moves a field to this column; `undefined` when the order cannot be changed. */
  readonly onDropField: ((name: string) => void) | undefined;
}

/** The heading above the fields of a column of the form. */
export function RegionRow({ region, onDropField }: RegionRowProps): ReactNode {
  const dropTarget = useDropTarget('fields', onDropField);
  return (
    <Table.Tr {...dropTarget}>
      <Table.Th colSpan={COLUMNS} scope="colgroup">
        <Text size="sm" fw={600} c="dimmed">
          {REGION_LABELS[region]}
        </Text>
      </Table.Th>
    </Table.Tr>
  );
}

interface GroupRowProps {
  readonly bundle: Bundle;
  readonly group: GroupName;
  readonly canChange: boolean;
  /** Moves the whole group; `undefined` when the order cannot be changed. */
  readonly order: Reorder | undefined;
  /** Moves a field into this group; `undefined` when the order cannot be changed. */
  readonly onDropField: ((name: string) => void) | undefined;
}

/** The heading above the fields of a group. */
export function GroupRow({ bundle, group, canChange, order, onDropField }: GroupRowProps): ReactNode {
  const [isEditing, setEditing] = useState(false);
  const dropTarget = useDropTarget('fields', onDropField);
  const { label } = group;
  const labelId = useId();
  const close = (): void => {
    setEditing(false);
  };
  return (
    <Table.Tr {...dropTarget}>
      <Table.Th colSpan={COLUMNS} scope="colgroup" aria-labelledby={labelId}>
        <Group justify="space-between" wrap="nowrap">
          <Group gap="xs" wrap="nowrap">
            <IconFolder size={18} aria-hidden style={{ flexShrink: 0 }} />
            <Text fw={600} id={labelId} style={{ overflowWrap: 'anywhere' }}>
              {label}
            </Text>
          </Group>
          <Group gap={2} wrap="nowrap">
            <ActionButton
              label={t`Move the group ${label} up`}
              icon={<IconArrowUp size={16} />}
              onClick={order?.onUp}
            />
            <ActionButton
              label={t`Move the group ${label} down`}
              icon={<IconArrowDown size={16} />}
              onClick={order?.onDown}
            />
            {canChange && (
              <ActionButton
                label={t`Edit the group ${label}`}
                icon={<IconPencil size={16} />}
                onClick={() => {
                  setEditing(true);
                }}
              />
            )}
          </Group>
        </Group>
        <FormDialog opened={isEditing} onClose={close} title={t`Edit the group ${label}`}>
          <GroupForm bundle={bundle} group={group} onDone={close} />
        </FormDialog>
      </Table.Th>
    </Table.Tr>
  );
}
