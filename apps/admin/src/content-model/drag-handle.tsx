import { ActionIcon, Tooltip } from '@mantine/core';
import { IconGripVertical } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useState } from 'react';
import type { Reorder } from '../forms/row-actions.js';

/** The type of the data of a drag, so that nothing else can be dropped on a row. */
const FIELD_DATA = 'application/x-field';

interface DragHandleProps {
  readonly name: string;
  readonly label: string;
  readonly order: Reorder;
}

/** Moves a field: dragged by its handle onto another row, or one place by the arrow keys. */
export function DragHandle({ name, label, order }: DragHandleProps): ReactNode {
  return (
    <Tooltip label="Drag, or press an arrow key">
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        visibleFrom="sm"
        aria-label={`Move ${label}`}
        aria-description="Arrow keys move it up and down."
        style={{ cursor: 'grab' }}
        draggable
        onDragStart={({ dataTransfer, currentTarget }) => {
          dataTransfer.setData(FIELD_DATA, name);
          dataTransfer.effectAllowed = 'move';
          const row = currentTarget.closest('tr');
          if (row !== null) dataTransfer.setDragImage(row, 0, row.clientHeight / 2);
        }}
        onKeyDown={(event) => {
          const move = { ArrowUp: order.onUp, ArrowDown: order.onDown }[event.key];
          if (!event.key.startsWith('Arrow')) return;
          event.preventDefault();
          move?.();
        }}
      >
        <IconGripVertical size={16} />
      </ActionIcon>
    </Tooltip>
  );
}

interface DropTarget {
  readonly className: string | undefined;
  readonly onDragOver: (event: DragEvent) => void;
  readonly onDragLeave: () => void;
  readonly onDrop: (event: DragEvent) => void;
}

/** The handlers of a row onto which fields are dropped. @param onDropField gets the machine name of the field */
export function useDropTarget(onDropField: (name: string) => void): DropTarget {
  const [isOver, setOver] = useState(false);
  return {
    className: isOver ? 'drop-row' : undefined,
    onDragOver: (event) => {
      if (!event.dataTransfer.types.includes(FIELD_DATA)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => {
      setOver(false);
    },
    onDrop: (event) => {
      setOver(false);
      const name = event.dataTransfer.getData(FIELD_DATA);
      if (name === '') return;
      event.preventDefault();
      onDropField(name);
    },
  };
}
