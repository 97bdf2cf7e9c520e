import { Box } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { isSame } from '../../forms/is-same.js';
import { formatFieldError } from '../../http/error-texts.js';
import { findFieldError } from '../../http/field-errors.js';
import { FIRST_FOCUS } from '../../layout/focus-return.js';
import type { Json } from '../../jsonapi/document.js';
import type { Field } from '../../management-api/resources.js';
import { isFileField } from '../file-fields.js';
import { FileInput } from '../files/file-input.js';
import { MediaReferenceInput } from '../references/media-reference-input.js';
import { ReferenceInput, type ReferenceInputProps } from '../references/reference-input.js';
import { isReadOnly, getFieldLabel, getTargetTypes } from '../resource-type.js';
import { isReference, formatPointer } from '../values.js';
import { validateValue } from '../validate-values.js';
import { getWidgetName, WIDGETS } from '../widgets/index.js';
import type { WidgetProps } from '../widgets/widget.js';
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
  readonly hasFocusAtFirst?: boolean;
}

/** The input of a field: its widget, a list of widgets for several values, or a picker of references. */
export function FieldInput(props: FieldInputProps): ReactNode {
  const { field, type, value, onChange, failure, disabled, hasFocusAtFirst = false } = props;
  const label = getFieldLabel(field);
  const { error, onBlur } = useFieldError(field, label, value, failure);
  const shared = {
    field,
    label,
    error,
    disabled: disabled || isReadOnly(field, type),
    onChange,
  };
  return (
    <Box
      onBlur={onBlur}
      ref={hasFocusAtFirst ? focusInput : undefined}
      {...{ [FIRST_FOCUS]: hasFocusAtFirst || undefined }}
    >
      {isReference(field) ? (
        <LinkInput {...shared} type={type} value={value} />
      ) : (
        <WidgetInput {...shared} value={value} />
      )}
    </Box>
  );
}

/** Gives the focus to the first input of an element that is shown. */
function focusInput(element: HTMLElement | null): void {
  element?.querySelector<HTMLElement>('input, textarea')?.focus({ preventScroll: true });
}

/** The input of a field that links entries: files, media, or any others. */
function LinkInput(props: ReferenceInputProps): ReactNode {
  if (isFileField(props.field.type)) return <FileInput {...props} />;
  const targets = getTargetTypes(props.field, props.type);
  const isForMedia = targets.length > 0 && targets.every((target) => target.startsWith('media--'));
  return isForMedia ? <MediaReferenceInput {...props} /> : <ReferenceInput {...props} />;
}

type WidgetInputProps = Omit<WidgetProps, 'labelHidden'>;

/** The widget of a field that is no reference, or a list of them for several values. */
export function WidgetInput({ value, ...props }: WidgetInputProps): ReactNode {
  const Widget = WIDGETS[getWidgetName(props.field)];
  if (Widget === undefined) return null;
  if (props.field.cardinality === 1) return <Widget {...props} labelHidden={false} value={value} />;
  return (
    <MultiValueInput
      {...props}
      widget={Widget}
      values={Array.isArray(value) ? (value as readonly Json[]) : []}
    />
  );
}

/** The error of a changed value that was left, and before that the error of the last save. */
function useFieldError(
  field: Field,
  label: string,
  value: Json,
  failure: unknown,
): { readonly error: string | undefined; readonly onBlur: () => void } {
  const [original] = useState(value);
  const [isLeft, setLeft] = useState(false);
  // The texts of images are given after they were uploaded, which takes the focus away.
  const isChecked = isLeft && !isFileField(field.type);
  const found = isChecked && !isSame(original, value) ? validateValue(value, field) : undefined;
  // The inputs for the pictures of a text are outside of it.
  const broken = found?.code === 'alternative_text_missing' ? undefined : found;
  return {
    error:
      broken === undefined
        ? findFieldError(failure, formatPointer(field), label)
        : formatFieldError(broken, label),
    onBlur: () => {
      setLeft(true);
    },
  };
}
