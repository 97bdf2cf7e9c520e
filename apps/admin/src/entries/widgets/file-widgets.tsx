import { t } from '@lingui/core/macro';
import { Group, NumberInput, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyTextButton } from '../../forms/copyable-text.js';
import { isObject } from '../values.js';
import { getText, toLabelProps, type WidgetProps } from './widget.js';

/** The address of a file, which the service sets. */
export function FileAddressWidget(props: WidgetProps): ReactNode {
  const { value } = props;
  const address = getText(isObject(value) ? value['url'] : value);
  const url = address.startsWith('/') ? new URL(address, document.baseURI).href : address;
  return (
    <Group gap="xs" wrap="nowrap" align="flex-end">
      <TextInput {...toLabelProps(props)} flex={1} readOnly value={url} />
      <CopyTextButton label={t`Copy the address`} text={url} />
    </Group>
  );
}

const MEMBERS = ['x', 'y'] as const;

/** The point of a picture that stays visible, as two percentages. Without a value it is the middle. */
export function FocalPointWidget(props: WidgetProps): ReactNode {
  const { label, value, onChange, error, disabled } = props;
  const point = isObject(value) ? value : {};
  const labels = { x: t`From the left, in percent`, y: t`From the top, in percent` };
  return (
    <Group role="group" aria-label={label} gap="sm" align="flex-start" grow>
      {MEMBERS.map((member) => (
        <NumberInput
          key={member}
          label={`${label}: ${labels[member]}`}
          placeholder="50"
          min={0}
          max={100}
          decimalScale={1}
          disabled={disabled}
          error={error !== undefined && member === 'x' ? error : error !== undefined}
          value={getText(point[member])}
          onChange={(typed) => {
            if (typed === '') onChange(null);
            else onChange({ x: 50, y: 50, ...point, [member]: Number(typed) });
          }}
        />
      ))}
    </Group>
  );
}
