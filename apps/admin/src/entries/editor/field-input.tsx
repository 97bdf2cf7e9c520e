import type { ReactNode } from 'react';
import { findFieldError } from '../../http/field-errors.js';
import type { Json } from '../../jsonapi/document.js';
import type { Field } from '../../management-api/resources.js';
import { ReferenceInput } from '../references/reference-input.js';
import { isReadOnly, getFieldLabel } from '../resource-type.js';
import { isReference, formatPointer } from '../values.js';
import { WIDGETS } from '../widgets/index.js';
import { MultiValueInput } from './multi-value-input.js';

interface FieldInputProps {
  readonly field: Field;
  /** The resource type of the entry. */
  readonly type: string;
  readonly value: Json;
  readonly onChange: (value: Json) => void;
  /** The error of the last save; messages about this field are shown here. */
  readonly failure: unknown;
  readonly disabled: boolean;
}

/** The input of a field: its widget, a list of widgets for several values, or a picker of references. */
export function FieldInput({ field, type, value, onChange, failure, disabled }: FieldInputProps): ReactNode {
  const error = findFieldError(failure, formatPointer(field));
  const shared = {
    field,
    label: getFieldLabel(field),
    error,
    disabled: disabled || isReadOnly(field),
    onChange,
  };
  if (isReference(field)) return <ReferenceInput {...shared} type={type} value={value} />;
  const Widget = WIDGETS[field.type];
  if (Widget === undefined) return null;
  if (field.cardinality === 1) return <Widget {...shared} labelHidden={false} value={value} />;
  return (
    <MultiValueInput
      {...shared}
      widget={Widget}
      values={Array.isArray(value) ? (value as readonly Json[]) : []}
    />
  );
}
