import { t } from '@lingui/core/macro';
import { Group, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { isObject } from '../values.js';
import { getText, toTextOrNull, type WidgetProps } from './widget.js';
import { WidgetGroup } from './widget-group.js';

/** The inputs of a link: its URI and its text. Other members (`options`) are kept. */
export function LinkWidget(props: WidgetProps): ReactNode {
  const { field, value, onChange, error, disabled } = props;
  const link = isObject(value) ? value : {};
  const change = (changes: { readonly uri?: string; readonly title?: string | null }): void => {
    const { uri = '', title = null, ...others } = { ...link, ...changes };
    onChange(uri === '' && title === null ? null : { ...others, uri, title });
  };
  return (
    <WidgetGroup {...props}>
      <Group gap="sm" align="flex-start" grow preventGrowOverflow={false}>
        <TextInput
          label={t`Address`}
          placeholder={field.placeholder ?? 'https://www.example.com'}
          flex="2 1 240px"
          error={error !== undefined}
          disabled={disabled}
          value={getText(link['uri'])}
          onChange={({ currentTarget }) => {
            change({ uri: currentTarget.value.trim() });
          }}
        />
        <TextInput
          label={t`Link text`}
          flex="1 1 180px"
          disabled={disabled}
          value={getText(link['title'])}
          onChange={({ currentTarget }) => {
            change({ title: toTextOrNull(currentTarget.value) });
          }}
        />
      </Group>
    </WidgetGroup>
  );
}
