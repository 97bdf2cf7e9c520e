import { t } from '@lingui/core/macro';
import { Group, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Json } from '../../jsonapi/document.js';
import { isObject } from '../values.js';
import { fromLocalTime, TIME_ZONE, toLocalTime } from './local-time.js';
import { toLabelProps, getText, toTextOrNull, type WidgetProps } from './widget.js';
import { WidgetGroup } from './widget-group.js';

/** The length of `2026-03-01T10:00`. */
const MINUTES_LENGTH = 16;

/** A native date and time input, or a date input for `datetimeType: date`. */
export function DateWidget(props: WidgetProps): ReactNode {
  return <DateInput {...props} maw={{ sm: 320 }} />;
}

function DateInput({ maw, ...props }: WidgetProps & { readonly maw?: { readonly sm: number } }): ReactNode {
  const { field, value, onChange, labelHidden } = props;
  const width = maw === undefined ? { flex: '1 1 200px' } : { maw };
  if (field.settings.datetimeType === 'date')
    return (
      <TextInput
        {...toLabelProps(props)}
        {...width}
        type="date"
        value={getText(value)}
        onChange={({ currentTarget }) => {
          onChange(toTextOrNull(currentTarget.value));
        }}
      />
    );
  const time = toLocalTime(getText(value));
  return (
    <TextInput
      {...toLabelProps(props)}
      {...width}
      type="datetime-local"
      description={[labelHidden ? null : field.description, t`Time zone: ${TIME_ZONE}`]
        .filter(Boolean)
        .join(' · ')}
      // Seconds are shown only where a value has some.
      step={time.length > MINUTES_LENGTH ? 1 : 60}
      value={time}
      onChange={({ currentTarget }) => {
        onChange(fromLocalTime(currentTarget.value));
      }}
    />
  );
}

/** Two date inputs for the start and the end of a range. */
export function DateRangeWidget(props: WidgetProps): ReactNode {
  const { value, onChange } = props;
  const range = isObject(value) ? value : {};
  const change = (member: string) => (end: Json) => {
    const next: Readonly<Record<string, Json>> = { ...range, [member]: end };
    const isEmpty = ['value', 'end_value'].every((name) => (next[name] ?? null) === null);
    onChange(isEmpty ? null : next);
  };
  const part = (name: string, member: string): WidgetProps => ({
    ...props,
    field: { ...props.field, description: null },
    label: name,
    labelHidden: false,
    value: range[member] ?? null,
    onChange: change(member),
    // The group has the message.
    error: props.error === undefined ? undefined : true,
  });
  return (
    <WidgetGroup {...props}>
      <Group gap="sm" grow preventGrowOverflow={false}>
        <DateInput {...part(t`Begins`, 'value')} />
        <DateInput {...part(t`Ends`, 'end_value')} />
      </Group>
    </WidgetGroup>
  );
}
