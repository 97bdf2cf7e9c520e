import type { ReactNode } from 'react';
import { faultAt } from '../../http/faults.js';
import type { Json } from '../../jsonapi/document.js';
import type { Field } from '../../manage/shapes.js';
import { ReferenceInput } from '../references/reference-input.js';
import { isReadOnly, labelOf } from '../resource-type.js';
import { isReference, pointerTo } from '../values.js';
import { WIDGETS } from '../widgets/index.js';
import { ManyValues } from './many-values.js';

interface FieldInputProps {
  readonly field: Field;
  /** The resource type of the entry. */
  readonly type: string;
  readonly value: Json;
  readonly onChange: (value: Json) => void;
  /** Of saving; what concerns this field is shown here. */
  readonly failure: unknown;
  readonly disabled: boolean;
}

/** Everything for one field: one input, several, or a picker of references. */
export function FieldInput({ field, type, value, onChange, failure, disabled }: FieldInputProps): ReactNode {
  const error = faultAt(failure, pointerTo(field));
  const shared = { field, label: labelOf(field), error, disabled: disabled || isReadOnly(field), onChange };
  if (isReference(field)) return <ReferenceInput {...shared} type={type} value={value} />;
  const Widget = WIDGETS[field.type];
  if (Widget === undefined) return null;
  if (field.cardinality === 1) return <Widget {...shared} labelHidden={false} value={value} />;
  return (
    <ManyValues {...shared} widget={Widget} values={Array.isArray(value) ? (value as readonly Json[]) : []} />
  );
}
