import type { ReactNode } from 'react';
import type { Json } from '../../jsonapi/document.js';
import type { Field } from '../../manage/shapes.js';

/** What stands on the screen for one value of a field. */
export interface WidgetProps {
  readonly field: Field;
  readonly label: string;
  /** The label is shown elsewhere, for all values of the field; here it is only spoken. */
  readonly labelHidden: boolean;
  /** `null`: there is none. */
  readonly value: Json;
  readonly onChange: (value: Json) => void;
  readonly error: string | undefined;
  readonly disabled: boolean;
}

export type Widget = (props: WidgetProps) => ReactNode;

interface Labelling {
  readonly label?: string;
  readonly 'aria-label'?: string;
  readonly required: boolean;
  readonly disabled: boolean;
  readonly error: string | undefined;
}

/** What every input is told. */
export function labelling({ field, label, labelHidden, error, disabled }: WidgetProps): Labelling {
  const named = labelHidden ? { 'aria-label': label } : { label };
  return { ...named, required: field.required, disabled, error };
}

/** What was typed; nothing is no value. */
export function textOrNull(text: string): string | null {
  return text === '' ? null : text;
}

export function textIn(value: Json | undefined): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
