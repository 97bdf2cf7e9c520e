import { Card, Group, Input, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { createReorder, RowActions } from '../../forms/row-actions.js';
import { TextLink } from '../../layout/links.js';
import type { Identifier, Json } from '../../jsonapi/document.js';
import { getTargetTypes } from '../resource-type.js';
import type { WidgetProps } from '../widgets/widget.js';
import { ReferencePicker } from './reference-picker.js';
import { useTitles } from './use-targets.js';

interface ReferenceInputProps extends Omit<WidgetProps, 'labelHidden'> {
  /** The resource type of the entry with the reference. */
  readonly type: string;
}

/** The targets of a reference field in their order, and a picker to add more. */
export function ReferenceInput({
  field,
  type,
  label,
  value,
  onChange,
  error,
  disabled,
}: ReferenceInputProps): ReactNode {
  const isMultiple = field.cardinality !== 1;
  const linked = toLinkage(value);
  const titles = useTitles(linked);
  const isFull = field.cardinality > 0 && linked.length >= field.cardinality;

  function change(next: readonly Identifier[]): void {
    onChange((isMultiple ? next : (next[0] ?? null)) as Json);
  }

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
      <Stack gap="xs" mt={4} data-rows>
        {linked.map((target, index) => {
          const title = titles.get(target.id) ?? target.id;
          return (
            <Card key={`${target.id}-${index}`} withBorder px="sm" py={4} radius="sm">
              <Group justify="space-between" wrap="nowrap" gap="xs">
                <Text size="sm" truncate>
                  <TextLink to="/entries/$type/$id" params={{ type: target.type, id: target.id }} inherit>
                    {title}
                  </TextLink>
                </Text>
                {!disabled && (
                  <RowActions
                    name={title}
                    {...(isMultiple ? { order: createReorder(linked, index, change) } : {})}
                    onRemove={() => {
                      change(linked.toSpliced(index, 1));
                    }}
                  />
                )}
              </Group>
            </Card>
          );
        })}
        {!disabled && (!isFull || !isMultiple) && (
          <ReferencePicker
            label={isMultiple || linked.length === 0 ? `Add to ${label}` : `Replace ${label}`}
            types={getTargetTypes(field, type)}
            excluded={linked}
            onPick={(target) => {
              change(isMultiple ? [...linked, target] : [target]);
            }}
          />
        )}
      </Stack>
    </Input.Wrapper>
  );
}

function toLinkage(value: Json): readonly Identifier[] {
  const members = Array.isArray(value) ? value : value === null ? [] : [value];
  return (members as readonly Identifier[]).map(({ type, id }) => ({ type, id }));
}
