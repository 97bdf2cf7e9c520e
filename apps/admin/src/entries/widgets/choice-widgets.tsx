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

/** The status codes of redirects that the service answers with (RFC 9110 §15.4). */
const STATUS_CODES = [
  { value: '301', label: t`301 – moved for good` },
  { value: '302', label: t`302 – elsewhere for now` },
  { value: '307', label: t`307 – elsewhere for now, same method` },
  { value: '308', label: t`308 – moved for good, same method` },
];

export function StatusCodeWidget(props: WidgetProps): ReactNode {
  return (
    <Select
      {...toLabelProps(props)}
      maw={420}
      allowDeselect={false}
      placeholder={STATUS_CODES[0]?.label}
      data={STATUS_CODES}
      value={getText(props.value) === '' ? null : getText(props.value)}
      onChange={(code) => {
        props.onChange(Number(code));
      }}
    />
  );
}
