import { t } from '@lingui/core/macro';
import { ActionIcon, type ActionIconProps, Tooltip } from '@mantine/core';
import { type ComponentProps, type DragEvent, type ReactNode, useState } from 'react';
import { IconGripVertical } from '../icons/icons.js';
import { getOwn } from '../own-members.js';
import { changeAndFocusRow, changeAndKeepFocus } from './focus-rows.js';
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
  /** What the keys to the left and to the right do with an item in a tree, whose row keeps its element when it moves. */
  readonly levels?: { readonly onOut: () => void; readonly onIn: () => void };
  readonly hint?: string;
}

/** The moves of the arrow keys in a list: those to the left and up go to the beginning. */
const KEYS: Readonly<Record<string, keyof Reorder>> = {
  ArrowUp: 'onUp',
  ArrowLeft: 'onUp',
  ArrowDown: 'onDown',
  ArrowRight: 'onDown',
};

/** The moves of the arrow keys between the levels of a tree. */
const LEVEL_KEYS: Readonly<Record<string, 'onOut' | 'onIn'>> = { ArrowLeft: 'onOut', ArrowRight: 'onIn' };

/** Moves an item of a list: dragged by its handle onto another one (`data-row`), or one place by the arrow keys. */
export function DragHandle({
  list,
  value,
  label,
  order,
  levels,
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
        aria-description={
          levels === undefined
            ? t`Arrow keys move it up and down.`
            : t`Arrow keys move it up and down, and to another level.`
        }
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
          const key = getOwn(KEYS, event.key);
          if (key === undefined) return;
          event.preventDefault();
          const levelKey = getOwn(LEVEL_KEYS, event.key);
          const move = levels !== undefined && levelKey !== undefined ? levels[levelKey] : order[key];
          if (move === undefined) return;
          if (levels !== undefined) changeAndKeepFocus(event.currentTarget, move);
          else {
            const by = key === 'onUp' ? -1 : 1;
            changeAndFocusRow(event.currentTarget, move, (index) => index + by, ['[data-drag]']);
          }
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
  /** The position of a drag over the row. */
  readonly 'data-drop': string | undefined;
  readonly onDragOver: (event: DragEvent<HTMLElement>) => void;
  readonly onDragLeave: () => void;
  readonly onDrop: (event: DragEvent<HTMLElement>) => void;
}

/**
 * The properties of a row onto which other items of its list are dropped.
 *
 * @param onDropItem gets the `value` of its handle; without it nothing can be dropped
 */
export function useDropTarget(list: string, onDropItem: ((value: string) => void) | undefined): DropTarget {
  return usePositionedDropTarget(list, onDropItem, () => 'onto');
}

/** As `useDropTarget`, for rows where it matters on which part of them an item is dropped. */
export function usePositionedDropTarget<Position extends string>(
  list: string,
  onDropItem: ((value: string, position: Position) => void) | undefined,
  findPosition: (event: DragEvent<HTMLElement>) => Position,
): DropTarget {
  const [over, setOver] = useState<Position>();
  const dataType = formatDataType(list);
  return {
    'data-row': true,
    'data-drop': over,
    onDragOver: (event) => {
      if (onDropItem === undefined || !event.dataTransfer.types.includes(dataType)) return;
      event.preventDefault();
      setOver(findPosition(event));
    },
    onDragLeave: () => {
      setOver(undefined);
    },
    onDrop: (event) => {
      setOver(undefined);
      const value = event.dataTransfer.getData(dataType);
      if (value === '') return;
      event.preventDefault();
      onDropItem?.(value, findPosition(event));
    },
  };
}
