import { Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { isObject } from '../values.js';
import { labelling, textIn, textOrNull, type WidgetProps } from './widget.js';

export function LineWidget(props: WidgetProps): ReactNode {
  const { field, value, onChange } = props;
  return (
    <TextInput
      {...labelling(props)}
      maxLength={field.settings.maxLength ?? 255}
      value={textIn(value)}
      onChange={({ currentTarget }) => {
        onChange(textOrNull(currentTarget.value));
      }}
    />
  );
}

export function LongTextWidget(props: WidgetProps): ReactNode {
  const { value, onChange } = props;
  return (
    <Textarea
      {...labelling(props)}
      autosize
      minRows={3}
      maxRows={20}
      value={textIn(value)}
      onChange={({ currentTarget }) => {
        onChange(textOrNull(currentTarget.value));
      }}
    />
  );
}

export function EmailWidget(props: WidgetProps): ReactNode {
  const { value, onChange } = props;
  return (
    <TextInput
      {...labelling(props)}
      type="email"
      autoComplete="off"
      value={textIn(value)}
      onChange={({ currentTarget }) => {
        onChange(textOrNull(currentTarget.value));
      }}
    />
  );
}

/** The address by which a site shows the entry. */
export function PathWidget(props: WidgetProps): ReactNode {
  const { value, onChange } = props;
  const path = isObject(value) ? value : {};
  return (
    <TextInput
      {...labelling(props)}
      placeholder="/about"
      value={textIn(path['alias'])}
      onChange={({ currentTarget }) => {
        onChange({ ...path, alias: textOrNull(currentTarget.value) });
      }}
    />
  );
}
