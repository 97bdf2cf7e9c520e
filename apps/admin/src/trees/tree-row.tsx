import { t } from '@lingui/core/macro';
import { Box, Menu, VisuallyHidden } from '@mantine/core';
import type { DragEvent, ReactNode, Ref } from 'react';
import { DragHandle, usePositionedDropTarget } from '../forms/drag-handle.js';
import type { DropPosition, Moves } from './tree.js';

export type Direction = keyof Moves;

/** What moves an item; the same functions for every row, so that rows without changes are not rendered again. */
export interface TreeActions {
  readonly move: (id: string, direction: Direction) => void;
  readonly drop: (id: string, target: string, position: DropPosition) => void;
}

interface TreeRowProps {
  /** The name of the tree: its items can be dropped on its rows alone. */
  readonly tree: string;
  readonly id: string;
  readonly level: number;
  readonly title: string;
  /** Whether items are shown below it. */
  readonly hasItems: boolean;
  /** Whether it can have items below it. */
  readonly canHaveItems: boolean;
  /** Whether the order can be changed. */
  readonly canMove: boolean;
  readonly actions: TreeActions;
  readonly ref?: Ref<HTMLLIElement>;
  readonly children: ReactNode;
}

/** A row of a tree, indented by its level: dragged by its handle, or moved by the arrow keys on it. */
export function TreeRow(props: TreeRowProps): ReactNode {
  const { tree, id, level, title, hasItems, canHaveItems, canMove, actions, ref, children } = props;
  const dropTarget = usePositionedDropTarget<DropPosition>(
    tree,
    canMove
      ? (dragged, position) => {
          actions.drop(dragged, id, position);
        }
      : undefined,
    (event) => findPosition(event, hasItems, canHaveItems),
  );
  const move = (direction: Direction) => () => {
    actions.move(id, direction);
  };
  return (
    <Box
      component="li"
      ref={ref}
      className="tree-row"
      data-key={id}
      style={{ '--level': level }}
      {...dropTarget}
    >
      {canMove && (
        <DragHandle
          list={tree}
          value={id}
          label={title}
          order={{ onUp: move('up'), onDown: move('down') }}
          levels={{ onOut: move('out'), onIn: move('in') }}
          visibleFrom="sm"
        />
      )}
      {children}
    </Box>
  );
}

/** The level of a row for screen readers. */
export function TreeLevel({ level }: Pick<TreeRowProps, 'level'>): ReactNode {
  return <VisuallyHidden>{t`Level ${level + 1}`}</VisuallyHidden>;
}

interface MoveItemsProps {
  /** The item of the move below the one before. */
  readonly inLabel: string;
  readonly onMove: (direction: Direction) => void;
}

/** The items of the menu of a row that move it. */
export function MoveItems({ inLabel, onMove }: MoveItemsProps): ReactNode {
  const move = (direction: Direction) => () => {
    onMove(direction);
  };
  return (
    <>
      <Menu.Item onClick={move('up')}>{t`Move up`}</Menu.Item>
      <Menu.Item onClick={move('down')}>{t`Move down`}</Menu.Item>
      <Menu.Item onClick={move('in')}>{inLabel}</Menu.Item>
      <Menu.Item onClick={move('out')}>{t`Move one level up`}</Menu.Item>
    </>
  );
}

/** Above the middle of a row is before its item; below it is behind it, or among the items below it. */
function findPosition(
  { currentTarget, clientY }: DragEvent<HTMLElement>,
  hasItems: boolean,
  canHaveItems: boolean,
): DropPosition {
  const { top, height } = currentTarget.getBoundingClientRect();
  const part = (clientY - top) / height;
  if (hasItems) return part < 0.5 ? 'before' : 'inside';
  if (!canHaveItems) return part < 0.5 ? 'before' : 'after';
  if (part < 0.3) return 'before';
  return part > 0.7 ? 'after' : 'inside';
}
