import { t } from '@lingui/core/macro';
import { JsonInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { isSame } from '../../forms/is-same.js';
import type { Json } from '../../jsonapi/document.js';
import { toLabelProps, type WidgetProps } from './widget.js';

const NOT_JSON = t`This is not JSON.`;

/** JSON as text. Text that is not JSON is not passed to the form and shows an error. */
export function JsonWidget(props: WidgetProps): ReactNode {
  const { value, onChange, error } = props;
  const [text, setText] = useState(format(value));
  const parsed = parse(text);
  // A change outside the widget: the form was reset, or items of a list were reordered.
  const shownText = parsed.isJson && !isSame(parsed.value, value) ? format(value) : text;
  return (
    <JsonInput
      {...toLabelProps(props)}
      autosize
      minRows={4}
      maxRows={20}
      formatOnBlur
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      error={parsed.isJson ? error : NOT_JSON}
      validationError={NOT_JSON}
      value={shownText}
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
