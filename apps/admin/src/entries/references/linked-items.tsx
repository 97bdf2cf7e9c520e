import { Box, Group, Input } from '@mantine/core';
import type { ReactNode } from 'react';
import { DragHandle, useDropTarget } from '../../forms/drag-handle.js';
import { createReorder, moveItem, RemoveButton } from '../../forms/row-actions.js';
import { IconTrash } from '../../icons/icons.js';
import type { Identifier } from '../../jsonapi/document.js';
import type { WidgetProps } from '../widgets/widget.js';

interface LinkageGroupProps extends Pick<WidgetProps, 'field' | 'label' | 'error'> {
  readonly children: ReactNode;
}

/** The label, the help text and the error around what a field links to. */
export function LinkageGroup({ field, label, error, children }: LinkageGroupProps): ReactNode {
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      description={field.description}
      required={field.required}
      error={error}
      role="group"
      aria-label={label}
    >
      {children}
    </Input.Wrapper>
  );
}

export interface LinkedRowProps {
  /** The name of the field. */
  readonly list: string;
  readonly linked: readonly Identifier[];
  /** The position among `linked`. */
  readonly index: number;
  /** The name of the target. */
  readonly name: string;
  readonly align?: 'flex-start';
  readonly disabled: boolean;
  readonly onChange: (linked: readonly Identifier[]) => void;
  readonly children: ReactNode;
}

/** A linked item between what moves and what removes it. */
export function LinkedRow(props: LinkedRowProps): ReactNode {
  const { list, linked, index, name, align, disabled, onChange, children } = props;
  const dropTarget = useDropTarget(list, (from) => {
    onChange(moveItem(linked, Number(from), index));
  });
  return (
    <Box className="file-item" {...dropTarget}>
      <Group gap="sm" align={align} wrap="nowrap">
        {!disabled && linked.length > 1 && (
          <DragHandle
            list={list}
            value={String(index)}
            label={name}
            order={createReorder(linked, index, onChange)}
            size={28}
          />
        )}
        {children}
        {!disabled && (
          <RemoveButton
            name={name}
            color="red"
            size={32}
            onRemove={() => {
              onChange(linked.toSpliced(index, 1));
            }}
          >
            <IconTrash size={16} />
          </RemoveButton>
        )}
      </Group>
    </Box>
  );
}

/** A key that an item keeps when it is moved, so that its button keeps the focus; an entry can be linked more than once. */
export function formatKey(linked: readonly Identifier[], index: number): string {
  const id = linked[index]?.id ?? '';
  return `${id} ${linked.slice(0, index).filter((before) => before.id === id).length}`;
}
