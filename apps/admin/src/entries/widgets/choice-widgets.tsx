import { t } from '@lingui/core/macro';
import { Select, Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import { toLabelProps, getText, type WidgetProps } from './widget.js';

export function ListWidget(props: WidgetProps): ReactNode {
  const { field, value, onChange, label } = props;
  return (
    <Select
      {...toLabelProps(props)}
      maw={420}
      clearable={!field.required}
      clearButtonProps={{ 'aria-label': t`Clear ${label}` }}
      placeholder={field.placeholder ?? t`None`}
      data={[...(field.settings.allowedValues ?? [])]}
      value={getText(value) === '' ? null : getText(value)}
      onChange={onChange}
    />
  );
}

export function SwitchWidget(props: WidgetProps): ReactNode {
  const { required, ...labels } = toLabelProps(props);
  return (
    <Switch
      {...labels}
      aria-required={required}
      checked={props.value === true}
      onChange={({ currentTarget }) => {
        props.onChange(currentTarget.checked);
      }}
    />
  );
}
