import { NumberInput, Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import { labelling, textIn, type WidgetProps } from './widget.js';

export function NumberWidget(props: WidgetProps): ReactNode {
  const { field, value, onChange } = props;
  const { min, max } = field.settings;
  return (
    <NumberInput
      {...labelling(props)}
      maw={320}
      min={min}
      max={max}
      clampBehavior="none"
      allowDecimal={field.type !== 'integer'}
      value={textIn(value)}
      onChange={(typed) => {
        onChange(typed === '' ? null : Number(typed));
      }}
    />
  );
}

/** A decimal stays text: a number of the browser could not hold all its digits. */
export function DecimalWidget(props: WidgetProps): ReactNode {
  const { field, value, onChange } = props;
  const { min, max, scale = 2 } = field.settings;
  return (
    <NumberInput
      {...labelling(props)}
      maw={320}
      min={min}
      max={max}
      clampBehavior="none"
      decimalScale={scale}
      fixedDecimalScale
      value={textIn(value)}
      onValueChange={({ value: typed }) => {
        if (typed !== textIn(value)) onChange(typed === '' ? null : typed);
      }}
    />
  );
}

export function SwitchWidget(props: WidgetProps): ReactNode {
  const { required, ...labels } = labelling(props);
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
