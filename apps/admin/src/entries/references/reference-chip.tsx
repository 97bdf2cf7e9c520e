import { t } from '@lingui/core/macro';
import { Group, Menu, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { DragHandle, useDropTarget } from '../../forms/drag-handle.js';
import { createReorder, moveItem, RemoveButton } from '../../forms/row-actions.js';
import { IconX } from '../../icons/icons.js';
import { TextLink } from '../../layout/links.js';
import type { Identifier } from '../../jsonapi/document.js';
import { EntryPicture } from '../pictures/entry-picture.js';
import type { Target } from './use-targets.js';

interface ReferenceChipProps {
  /** The name of the field. */
  readonly list: string;
  readonly linked: readonly Identifier[];
  /** The one of `linked` at `index`. */
  readonly identifier: Identifier;
  readonly index: number;
  /** `undefined` while it is loading, and for an entry that the user cannot see. */
  readonly target: Target | undefined;
  readonly disabled: boolean;
  readonly onChange: (linked: readonly Identifier[]) => void;
}

/** A linked entry: its name, which leads to it, and buttons that move and remove it. */
export function ReferenceChip({
  list,
  linked,
  identifier,
  index,
  target,
  disabled,
  onChange,
}: ReferenceChipProps): ReactNode {
  const { type, id } = identifier;
  const title = target?.title ?? id;
  const dropTarget = useDropTarget(list, (from) => {
    onChange(moveItem(linked, Number(from), index));
  });
  return (
    <Group className="reference-chip" gap={4} wrap="nowrap" maw="100%" {...dropTarget}>
      {!disabled && linked.length > 1 && (
        <MoveMenu list={list} linked={linked} index={index} title={title} onChange={onChange} />
      )}
      {target?.picture !== undefined && <EntryPicture type={type} url={target.picture} size={22} />}
      <TextLink to="/entries/$type/$id" params={{ type, id }} size="sm" lh="24px" px={4} truncate>
        {title}
      </TextLink>
      {target?.isPublished === false && (
        <Text size="xs" c="dimmed" span pr={4}>
          {t`Draft`}
        </Text>
      )}
      {!disabled && (
        <RemoveButton
          name={title}
          color="gray"
          size={24}
          onRemove={() => {
            onChange(linked.toSpliced(index, 1));
          }}
        >
          <IconX size={14} />
        </RemoveButton>
      )}
    </Group>
  );
}

interface MoveMenuProps extends Pick<ReferenceChipProps, 'list' | 'linked' | 'index' | 'onChange'> {
  readonly title: string;
}

/** The handle of a chip. Its menu moves without a drag and without a keyboard (WCAG 2.2, 2.5.7). */
function MoveMenu({ list, linked, index, title, onChange }: MoveMenuProps): ReactNode {
  const order = createReorder(linked, index, onChange);
  const last = linked.length - 1;
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <DragHandle
          list={list}
          value={String(index)}
          label={title}
          order={order}
          hint={t`Drag, press an arrow key, or click for a menu`}
          size={24}
        />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item disabled={index === 0} onClick={order.onUp}>
          {t`Move one place forward`}
        </Menu.Item>
        <Menu.Item disabled={index === last} onClick={order.onDown}>
          {t`Move one place back`}
        </Menu.Item>
        <Menu.Item
          disabled={index === 0}
          onClick={() => {
            onChange(moveItem(linked, index, 0));
          }}
        >
          {t`Move to the beginning`}
        </Menu.Item>
        <Menu.Item
          disabled={index === last}
          onClick={() => {
            onChange(moveItem(linked, index, last));
          }}
        >
          {t`Move to the end`}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
