import { NumberInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { getText, toTextProps, type WidgetProps } from './widget.js';

export function NumberWidget(props: WidgetProps): ReactNode {
  const { field, value, onChange } = props;
  const { min, max } = field.settings;
  return (
    <NumberInput
      {...toTextProps(props)}
      maw={{ sm: 320 }}
      min={min}
      max={max}
      clampBehavior="none"
      allowDecimal={field.type !== 'integer'}
      value={getText(value)}
      onChange={(typed) => {
        onChange(typed === '' ? null : Number(typed));
      }}
    />
  );
}

/** A decimal is text: a JavaScript number would lose digits. */
export function DecimalWidget(props: WidgetProps): ReactNode {
  const { field, value, onChange } = props;
  const { min, max, scale = 2 } = field.settings;
  return (
    <NumberInput
      {...toTextProps(props)}
      maw={{ sm: 320 }}
      min={min}
      max={max}
      clampBehavior="none"
      decimalScale={scale}
      fixedDecimalScale
      value={getText(value)}
      onValueChange={({ value: typed }) => {
        if (typed !== getText(value)) onChange(typed === '' ? null : typed);
      }}
    />
  );
}
