import { t } from '@lingui/core/macro';
import { ActionIcon, type ActionIconProps, Tooltip } from '@mantine/core';
import { type ComponentProps, type DragEvent, type ReactNode, useState } from 'react';
import { IconGripVertical } from '../icons/icons.js';
import { changeAndFocusRow } from './focus-rows.js';
import type { Reorder } from './row-actions.js';

/** The type of the data of a drag, by which nothing but items of the same list can be dropped on a row. */
const formatDataType = (list: string): string => `application/x-row-${list.toLowerCase()}`;

interface DragHandleProps
  extends Omit<ActionIconProps, 'children'>, Pick<ComponentProps<'button'>, 'onClick' | 'ref'> {
  /** The name of the list, such as that of its field. */
  readonly list: string;
  /** The item as the drop target gets it. */
  readonly value: string;
  /** The item as the label names it. */
  readonly label: string;
  readonly order: Reorder;
  readonly hint?: string;
}

/** Moves an item of a list: dragged by its handle onto another one (`data-row`), or one place by the arrow keys. */
export function DragHandle({
  list,
  value,
  label,
  order,
  hint = t`Drag, or press an arrow key`,
  size = 32,
  ...button
}: DragHandleProps): ReactNode {
  return (
    <Tooltip label={hint}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t`Move ${label}`}
        aria-description={t`Arrow keys move it up and down.`}
        style={{ cursor: 'grab' }}
        draggable
        data-drag
        onDragStart={({ dataTransfer, currentTarget }) => {
          dataTransfer.setData(formatDataType(list), value);
          dataTransfer.effectAllowed = 'move';
          const row = currentTarget.closest('[data-row]');
          if (row !== null) dataTransfer.setDragImage(row, 0, row.clientHeight / 2);
        }}
        onKeyDown={(event) => {
          if (!event.key.startsWith('Arrow')) return;
          event.preventDefault();
          const by = [t`ArrowUp`, t`ArrowLeft`].includes(event.key) ? -1 : 1;
          const move = by === -1 ? order.onUp : order.onDown;
          if (move !== undefined)
            changeAndFocusRow(event.currentTarget, move, (index) => index + by, ['[data-drag]']);
        }}
        size={size}
        {...button}
      >
        <IconGripVertical size={Math.min(16, Number(size) - 8)} />
      </ActionIcon>
    </Tooltip>
  );
}

interface DropTarget {
  readonly 'data-row': true;
  readonly 'data-drop': true | undefined;
  readonly onDragOver: (event: DragEvent) => void;
  readonly onDragLeave: () => void;
  readonly onDrop: (event: DragEvent) => void;
}

/**
 * The properties of a row onto which other items of its list are dropped.
 *
 * @param onDropItem gets the `value` of its handle; without it nothing can be dropped
 */
export function useDropTarget(list: string, onDropItem: ((value: string) => void) | undefined): DropTarget {
  const [isOver, setOver] = useState(false);
  const dataType = formatDataType(list);
  return {
    'data-row': true,
    'data-drop': isOver || undefined,
    onDragOver: (event) => {
      if (onDropItem === undefined || !event.dataTransfer.types.includes(dataType)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => {
      setOver(false);
    },
    onDrop: (event) => {
      setOver(false);
      const value = event.dataTransfer.getData(dataType);
      if (value === '') return;
      event.preventDefault();
      onDropItem?.(value);
    },
  };
}
