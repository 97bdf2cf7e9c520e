import { JsonInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { isSame } from '../../forms/is-same.js';
import type { Json } from '../../jsonapi/document.js';
import { labelling, type WidgetProps } from './widget.js';

/** JSON as text. What cannot be read is not passed on, and shown so. */
export function JsonWidget(props: WidgetProps): ReactNode {
  const { value, onChange, error } = props;
  const [text, setText] = useState(format(value));
  const parsed = parse(text);
  // Somebody else has changed the value: the list it stands in was put in another order, or the form was reset.
  const shown = parsed.isJson && !isSame(parsed.value, value) ? format(value) : text;
  return (
    <JsonInput
      {...labelling(props)}
      autosize
      minRows={4}
      maxRows={20}
      formatOnBlur
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      error={parsed.isJson ? error : 'This is not JSON.'}
      value={shown}
      onChange={(typed) => {
        setText(typed);
        const next = parse(typed);
        if (next.isJson) onChange(next.value);
      }}
    />
  );
}

function format(value: Json): string {
  return value === null ? '' : JSON.stringify(value, null, 2);
}

function parse(text: string): { readonly isJson: boolean; readonly value: Json } {
  if (text.trim() === '') return { isJson: true, value: null };
  try {
    return { isJson: true, value: JSON.parse(text) as Json };
  } catch {
    return { isJson: false, value: null };
  }
}
