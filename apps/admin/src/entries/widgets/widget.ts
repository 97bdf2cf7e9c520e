import type { ReactNode } from 'react';
import type { Json } from '../../jsonapi/document.js';
import type { Field } from '../../management-api/resources.js';

/** The input of a single value of a field. */
export interface WidgetProps {
  readonly field: Field;
  readonly label: string;
  /** Renders the label as `aria-label` only, because the list of values shows it. */
  readonly labelHidden: boolean;
  /** `null` without a value. */
  readonly value: Json;
  readonly onChange: (value: Json) => void;
  /** `true` marks an input whose message stands elsewhere. */
  readonly error: string | true | undefined;
  readonly disabled: boolean;
}

export type Widget = (props: WidgetProps) => ReactNode;

interface LabelProps {
  readonly label?: string;
  readonly 'aria-label'?: string;
  readonly required: boolean;
  readonly disabled: boolean;
  readonly error: string | true | undefined;
  /** The help text of the field. */
  readonly description?: string;
}

/** The props that every input component takes. */
export function toLabelProps({ field, label, labelHidden, error, disabled }: WidgetProps): LabelProps {
  const { required, description } = field;
  if (labelHidden) return { 'aria-label': label, required, disabled, error };
  return { label, required, disabled, error, ...(typeof description === 'string' && { description }) };
}

/** The props of an input of text: those of every input, and the placeholder of the field. */
export function toTextProps(props: WidgetProps): LabelProps & { readonly placeholder?: string } {
  const { placeholder } = props.field;
  return { ...toLabelProps(props), ...(typeof placeholder === 'string' && { placeholder }) };
}

/** The typed text as a value: `null` for an empty text. */
export function toTextOrNull(text: string): string | null {
  return text === '' ? null : text;
}

/** A value as the text of an input. */
export function getText(value: Json | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
