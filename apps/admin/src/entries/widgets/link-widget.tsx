import { Group, Input, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { isObject } from '../values.js';
import { textIn, textOrNull, type WidgetProps } from './widget.js';

/** An address, and the words that are shown for it. What else it has (`options`) stays. */
export function LinkWidget({
  field,
  label,
  labelHidden,
  value,
  onChange,
  error,
  disabled,
}: WidgetProps): ReactNode {
  const link = isObject(value) ? value : {};
  const change = (changes: { readonly uri?: string; readonly title?: string | null }): void => {
    const { uri = '', title = null, ...others } = { ...link, ...changes };
    onChange(uri === '' && title === null ? null : { ...others, uri, title });
  };
  return (
    <Input.Wrapper
      label={labelHidden ? undefined : label}
      labelElement="div"
      role="group"
      aria-label={label}
      error={error}
      required={field.required}
    >
      <Group gap="sm" align="flex-start" grow preventGrowOverflow={false}>
        <TextInput
          label="Address"
          placeholder="https://www.example.com"
          flex="2 1 240px"
          error={error !== undefined}
          disabled={disabled}
          value={textIn(link['uri'])}
          onChange={({ currentTarget }) => {
            change({ uri: currentTarget.value.trim() });
          }}
        />
        <TextInput
          label="Link text"
          flex="1 1 180px"
          disabled={disabled}
          value={textIn(link['title'])}
          onChange={({ currentTarget }) => {
            change({ title: textOrNull(currentTarget.value) });
          }}
        />
      </Group>
    </Input.Wrapper>
  );
}
