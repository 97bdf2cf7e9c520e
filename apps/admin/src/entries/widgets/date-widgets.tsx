import { Group, Input, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Json } from '../../jsonapi/document.js';
import { isObject } from '../values.js';
import { fromLocalTime, toLocalTime } from './local-time.js';
import { labelling, textIn, textOrNull, type WidgetProps } from './widget.js';

/** A moment, or a day where the field says so. The browser's own inputs: everybody knows them, on phones too. */
export function DateWidget(props: WidgetProps): ReactNode {
  return <DateInput {...props} maw={320} />;
}

function DateInput({ maw, ...props }: WidgetProps & { readonly maw?: number }): ReactNode {
  const { field, value, onChange } = props;
  const width = maw === undefined ? { flex: '1 1 200px' } : { maw };
  if (field.settings.datetimeType === 'date')
    return (
      <TextInput
        {...labelling(props)}
        {...width}
        type="date"
        value={textIn(value)}
        onChange={({ currentTarget }) => {
          onChange(textOrNull(currentTarget.value));
        }}
      />
    );
  return (
    <TextInput
      {...labelling(props)}
      {...width}
      type="datetime-local"
      step={1}
      value={toLocalTime(textIn(value))}
      onChange={({ currentTarget }) => {
        onChange(fromLocalTime(currentTarget.value));
      }}
    />
  );
}

/** A begin and an end. */
export function DateRangeWidget(props: WidgetProps): ReactNode {
  const { field, value, onChange, label, labelHidden, error } = props;
  const range = isObject(value) ? value : {};
  const change = (member: string) => (end: Json) => {
    const next: Readonly<Record<string, Json>> = { ...range, [member]: end };
    const isEmpty = ['value', 'end_value'].every((name) => (next[name] ?? null) === null);
    onChange(isEmpty ? null : next);
  };
  const part = (name: string, member: string): WidgetProps => ({
    ...props,
    label: name,
    labelHidden: false,
    value: range[member] ?? null,
    onChange: change(member),
    error: undefined,
  });
  return (
    <Input.Wrapper
      label={labelHidden ? undefined : label}
      labelElement="div"
      role="group"
      aria-label={label}
      error={error}
      required={field.required}
    >
      <Group gap="sm" grow preventGrowOverflow={false}>
        <DateInput {...part('Begins', 'value')} />
        <DateInput {...part('Ends', 'end_value')} />
      </Group>
    </Input.Wrapper>
  );
}
