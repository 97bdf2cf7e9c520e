import { t } from '@lingui/core/macro';
import { Box, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Identifier, Json } from '../../jsonapi/document.js';
import { getTargetTypes } from '../resource-type.js';
import type { WidgetProps } from '../widgets/widget.js';
import { formatKey, LinkageGroup } from './linked-items.js';
import { ReferenceChip } from './reference-chip.js';
import { ReferencePicker } from './reference-picker.js';
import { useLinkedTargets } from './use-targets.js';

export interface ReferenceInputProps extends Omit<WidgetProps, 'labelHidden'> {
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
  const targets = useLinkedTargets(linked);
  const isFull = field.cardinality > 0 && linked.length >= field.cardinality;

  function change(next: readonly Identifier[]): void {
    onChange((isMultiple ? next : (next[0] ?? null)) as Json);
  }

  return (
    <LinkageGroup field={field} label={label} error={error}>
      <Group gap={6} mt={4} data-rows>
        {linked.map((identifier, index) => (
          <ReferenceChip
            key={formatKey(linked, index)}
            list={field.name}
            linked={linked}
            identifier={identifier}
            index={index}
            target={targets.get(identifier.id)}
            disabled={disabled}
            onChange={change}
          />
        ))}
        {!disabled && (!isFull || !isMultiple) && (
          <Box w="100%">
            <ReferencePicker
              label={isMultiple || linked.length === 0 ? t`Add to ${label}` : t`Replace ${label}`}
              types={getTargetTypes(field, type)}
              excluded={linked}
              canCreate
              onPick={(target) => {
                change(isMultiple ? [...linked, target] : [target]);
              }}
            />
          </Box>
        )}
      </Group>
    </LinkageGroup>
  );
}

export function toLinkage(value: Json): readonly Identifier[] {
  const members = Array.isArray(value) ? value : value === null ? [] : [value];
  return (members as readonly Identifier[]).map(({ type, id }) => ({ type, id }));
}
