import { ActionIcon, Box, Button, Fieldset, Group, Input, Stack } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { moved } from '../../forms/moved.js';
import type { Json } from '../../jsonapi/document.js';
import type { Widget, WidgetProps } from '../widgets/widget.js';

interface ManyValuesProps extends Pick<WidgetProps, 'field' | 'label' | 'error' | 'disabled'> {
  readonly widget: Widget;
  readonly values: readonly Json[];
  readonly onChange: (values: readonly Json[]) => void;
}

/** Several values of a field, in their order. */
export function ManyValues(props: ManyValuesProps): ReactNode {
  const { widget: Widget, field, label, error, disabled, values, onChange } = props;
  // Inputs keep state of their own; a change of order gives them new keys, so that none shows another's.
  const [generation, setGeneration] = useState(0);
  const isFull = field.cardinality > 0 && values.length >= field.cardinality;

  function reorder(next: readonly Json[]): void {
    setGeneration(generation + 1);
    onChange(next);
  }

  return (
    <Fieldset legend={`${label}${field.required ? ' *' : ''}`}>
      <Stack gap="sm">
        {values.map((value, index) => (
          <Group key={`${generation}-${index}`} gap="xs" wrap="nowrap" align="flex-start">
            <Box flex={1} miw={0}>
              <Widget
                field={field}
                label={`${label} ${index + 1}`}
                labelHidden
                value={value}
                error={undefined}
                disabled={disabled}
                onChange={(next) => {
                  onChange(values.with(index, next));
                }}
              />
            </Box>
            {!disabled && (
              <LineActs
                what={`${label} ${index + 1}`}
                order={orderAt(values, index, reorder)}
                onRemove={() => {
                  reorder(values.toSpliced(index, 1));
                }}
              />
            )}
          </Group>
        ))}
        {error !== undefined && <Input.Error role="alert">{error}</Input.Error>}
        {!disabled && !isFull && (
          <Button
            variant="default"
            size="xs"
            w="fit-content"
            leftSection={<IconPlus size={14} />}
            onClick={() => {
              onChange([...values, null]);
            }}
          >
            Add {values.length === 0 ? 'a value' : 'another'}
          </Button>
        )}
      </Stack>
    </Fieldset>
  );
}

interface LineActsProps {
  readonly what: string;
  /** Where there is an order. */
  readonly order?: { readonly onUp: (() => void) | undefined; readonly onDown: (() => void) | undefined };
  readonly onRemove: () => void;
}

export function LineActs({ what, order, onRemove }: LineActsProps): ReactNode {
  return (
    <Group gap={2} wrap="nowrap">
      {order !== undefined && (
        <>
          <Move label={`Move ${what} up`} onClick={order.onUp}>
            <IconArrowUp size={16} />
          </Move>
          <Move label={`Move ${what} down`} onClick={order.onDown}>
            <IconArrowDown size={16} />
          </Move>
        </>
      )}
      <ActionIcon variant="subtle" color="red" size={32} aria-label={`Remove ${what}`} onClick={onRemove}>
        <IconTrash size={16} />
      </ActionIcon>
    </Group>
  );
}

interface MoveProps {
  readonly label: string;
  readonly onClick: (() => void) | undefined;
  readonly children: ReactNode;
}

function Move({ label, onClick, children }: MoveProps): ReactNode {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={32}
      aria-label={label}
      disabled={onClick === undefined}
      onClick={onClick}
    >
      {children}
    </ActionIcon>
  );
}

/** The ways from one place of a list to the next ones. */
export function orderAt<T>(
  values: readonly T[],
  index: number,
  reorder: (values: readonly T[]) => void,
): NonNullable<LineActsProps['order']> {
  const to = (place: number) => () => {
    reorder(moved(values, index, place));
  };
  return {
    onUp: index === 0 ? undefined : to(index - 1),
    onDown: index === values.length - 1 ? undefined : to(index + 1),
  };
}
