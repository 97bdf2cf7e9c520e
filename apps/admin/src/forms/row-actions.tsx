import { t } from '@lingui/core/macro';
import { ActionIcon, Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '../icons/icons.js';
import { changeAndFocusRow } from './focus-rows.js';

/** Handlers that move an item of a list by one position; `undefined` at the ends of the list. */
export interface Reorder {
  readonly onUp: (() => void) | undefined;
  readonly onDown: (() => void) | undefined;
}

/** The handlers for the item at `index`; `onChange` gets the list in its new order. */
export function createReorder<T>(
  values: readonly T[],
  index: number,
  onChange: (values: readonly T[]) => void,
): Reorder {
  const moveTo = (target: number) => () => {
    onChange(moveItem(values, index, target));
  };
  return {
    onUp: index === 0 ? undefined : moveTo(index - 1),
    onDown: index === values.length - 1 ? undefined : moveTo(index + 1),
  };
}

/** The list with one item at another position. */
export function moveItem<T>(values: readonly T[], from: number, to: number): readonly T[] {
  return values.toSpliced(from, 1).toSpliced(to, 0, ...values.slice(from, from + 1));
}

interface RowActionsProps {
  /** The item as the labels of the buttons name it, such as `Lines 2`. */
  readonly name: string;
  /** Absent for a list of at most one item. */
  readonly order?: Reorder;
  readonly onRemove: () => void;
}

/** Buttons that move or remove an item of a list. */
export function RowActions({ name, order, onRemove }: RowActionsProps): ReactNode {
  return (
    <Group gap={2} wrap="nowrap">
      {order !== undefined && (
        <>
          <MoveButton label={t`Move ${name} up`} by={-1} onClick={order.onUp}>
            <IconArrowUp size={16} />
          </MoveButton>
          <MoveButton label={t`Move ${name} down`} by={1} onClick={order.onDown}>
            <IconArrowDown size={16} />
          </MoveButton>
        </>
      )}
      <RemoveButton name={name} color="red" size={32} onRemove={onRemove}>
        <IconTrash size={16} />
      </RemoveButton>
    </Group>
  );
}

interface RemoveButtonProps extends Pick<RowActionsProps, 'name' | 'onRemove'> {
  readonly color: string;
  readonly size: number;
  /** The icon. */
  readonly children: ReactNode;
}

/** Removes an item of a list; the item that comes after it gets the focus. */
export function RemoveButton({ name, onRemove, children, ...look }: RemoveButtonProps): ReactNode {
  return (
    <ActionIcon
      variant="subtle"
      {...look}
      aria-label={t`Remove ${name}`}
      data-remove
      onClick={({ currentTarget }) => {
        changeAndFocusRow(currentTarget, onRemove, (index) => index, ['[data-remove]']);
      }}
    >
      {children}
    </ActionIcon>
  );
}

interface MoveButtonProps {
  readonly label: string;
  /** -1 for up, 1 for down. */
  readonly by: -1 | 1;
  readonly onClick: (() => void) | undefined;
  readonly children: ReactNode;
}

function MoveButton({ label, by, onClick, children }: MoveButtonProps): ReactNode {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={32}
      aria-label={label}
      disabled={onClick === undefined}
      data-move={by}
      onClick={({ currentTarget }) => {
        if (onClick === undefined) return;
        // At the end of the list, the button for the other direction is the one that can be pressed.
        changeAndFocusRow(currentTarget, onClick, (index) => index + by, [
          `[data-move="${by}"]:enabled`,
          '[data-move]:enabled',
        ]);
      }}
    >
      {children}
    </ActionIcon>
  );
}

interface AddButtonProps {
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** The button below a list that adds an item to it and moves the focus to its input. */
export function AddButton({ onClick, children }: AddButtonProps): ReactNode {
  return (
    <Button
      variant="default"
      size="xs"
      w="fit-content"
      leftSection={<IconPlus size={14} />}
      onClick={({ currentTarget }) => {
        // The last row, which is the added one.
        changeAndFocusRow(currentTarget, onClick, (_, after) => after - 1, []);
      }}
    >
      {children}
    </Button>
  );
}
