import { t } from '@lingui/core/macro';
import { Button, Text, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useContext } from 'react';
import { isObject } from '../values.js';
import { suggestAlias, TitleContext } from './suggested-alias.js';
import { getText, toTextOrNull, toTextProps, type WidgetProps } from './widget.js';

export function LineWidget(props: WidgetProps): ReactNode {
  const { field, value, onChange } = props;
  const { maxLength = 255 } = field.settings;
  const text = getText(value);
  return (
    <TextInput
      {...toTextProps(props)}
      maxLength={maxLength}
      value={text}
      inputContainer={(input) => (
        <>
          {input}
          {/* The browser takes no more, and cuts what is pasted. */}
          {text.length >= maxLength && (
            <Text size="xs" mt={4} role="status">
              {t`The text has reached its greatest length, ${maxLength} characters.`}
            </Text>
          )}
        </>
      )}
      onChange={({ currentTarget }) => {
        onChange(toTextOrNull(currentTarget.value));
      }}
    />
  );
}

export function LongTextWidget(props: WidgetProps): ReactNode {
  const { value, onChange } = props;
  return (
    <Textarea
      {...toTextProps(props)}
      autosize
      minRows={3}
      maxRows={20}
      value={getText(value)}
      onChange={({ currentTarget }) => {
        onChange(toTextOrNull(currentTarget.value));
      }}
    />
  );
}

export function EmailWidget(props: WidgetProps): ReactNode {
  const { value, onChange } = props;
  return (
    <TextInput
      {...toTextProps(props)}
      // Browsers write the domain of an input of the type email as Punycode.
      inputMode="email"
      autoComplete="off"
      value={getText(value)}
      onChange={({ currentTarget }) => {
        onChange(toTextOrNull(currentTarget.value));
      }}
    />
  );
}

/** The path alias of an entry, such as `/about`; the title of the entry suggests one. */
export function PathWidget(props: WidgetProps): ReactNode {
  const { value, disabled, onChange } = props;
  const path = isObject(value) ? value : {};
  const alias = getText(path['alias']);
  const suggested = suggestAlias(useContext(TitleContext));
  return (
    <TextInput
      {...toTextProps(props)}
      placeholder="/about"
      value={alias}
      inputContainer={(input) => (
        <>
          {input}
          {alias === '' && suggested !== '' && !disabled && (
            <Button
              variant="subtle"
              size="compact-xs"
              mt={4}
              maw="100%"
              h="auto"
              styles={{
                label: {
                  whiteSpace: 'normal',
                  overflowWrap: 'anywhere',
                  textAlign: 'start',
                  lineHeight: 1.4,
                },
              }}
              onClick={() => {
                onChange({ ...path, alias: suggested });
              }}
            >
              {t`Use ${suggested}`}
            </Button>
          )}
        </>
      )}
      onChange={({ currentTarget }) => {
        onChange({ ...path, alias: toTextOrNull(currentTarget.value) });
      }}
    />
  );
}
