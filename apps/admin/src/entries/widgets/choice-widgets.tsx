import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { labelling, textIn, type WidgetProps } from './widget.js';

export function ListWidget(props: WidgetProps): ReactNode {
  const { field, value, onChange, label } = props;
  return (
    <Select
      {...labelling(props)}
      maw={420}
      clearable={!field.required}
      clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      placeholder="None"
      data={[...(field.settings.allowedValues ?? [])]}
      value={textIn(value) === '' ? null : textIn(value)}
      onChange={onChange}
    />
  );
}
