import { Group, Input, Select, Skeleton, Stack, Textarea } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { isObject } from '../values.js';
import { textIn, textOrNull, type WidgetProps } from '../widgets/widget.js';
import { isEditable } from './is-editable.js';

/** Large, and only needed where there is formatted text. */
const HtmlEditor = lazy(() =>
  import('./html-editor.js').then(({ HtmlEditor: component }) => ({ default: component })),
);

const PLAIN = 'none';
const FORMATS = [
  { value: 'basic_html', label: 'Basic HTML' },
  { value: 'full_html', label: 'Full HTML' },
  { value: 'plain_text', label: 'Plain text' },
];

/** Text with its format, and a summary where the field has one. */
export function FormattedTextWidget(props: WidgetProps): ReactNode {
  const { field, label, labelHidden, value, onChange, error, disabled } = props;
  // An empty text is no value, but who chooses its format first shall find it again.
  const [chosenFormat, setChosenFormat] = useState<string | null>('basic_html');
  const text = isObject(value) ? value : { value: '', format: chosenFormat };
  const format = typeof text['format'] === 'string' ? text['format'] : PLAIN;
  const change = (changes: Readonly<Record<string, string | null>>): void => {
    const next: typeof text = { ...text, ...changes };
    onChange(textIn(next['value']) === '' && textIn(next['summary']) === '' ? null : next);
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
      <Stack gap="xs">
        <Written
          label={label}
          format={format}
          text={textIn(text['value'])}
          disabled={disabled}
          onChange={(written) => {
            change({ value: written });
          }}
        />
        <Group gap="xs">
          <Select
            aria-label={`Format of ${label}`}
            size="xs"
            w={160}
            disabled={disabled}
            allowDeselect={false}
            data={format === PLAIN ? [...FORMATS, { value: PLAIN, label: 'No format' }] : FORMATS}
            value={format}
            onChange={(chosen) => {
              const next = chosen === PLAIN ? null : chosen;
              setChosenFormat(next);
              change({ format: next });
            }}
          />
        </Group>
        {field.type === 'text_with_summary' && (
          <Textarea
            label="Summary"
            description="Shown where there is no room for the whole text."
            autosize
            minRows={2}
            maxRows={8}
            disabled={disabled}
            value={textIn(text['summary'])}
            onChange={({ currentTarget }) => {
              change({ summary: textOrNull(currentTarget.value) });
            }}
          />
        )}
      </Stack>
    </Input.Wrapper>
  );
}

interface WrittenProps {
  readonly label: string;
  readonly format: string;
  readonly text: string;
  readonly disabled: boolean;
  readonly onChange: (text: string) => void;
}

/** HTML that the editor would not give back as it was is edited as it is written. */
function Written({ label, format, text, disabled, onChange }: WrittenProps): ReactNode {
  const isHtml = format.endsWith('_html');
  if (isHtml && isEditable(text))
    return (
      <Suspense fallback={<Skeleton height={180} />}>
        <HtmlEditor label={label} format={format} html={text} disabled={disabled} onChange={onChange} />
      </Suspense>
    );
  return (
    <Textarea
      aria-label={label}
      description={
        isHtml ? 'This text has HTML that the editor does not know, so it is shown as it is.' : undefined
      }
      autosize
      minRows={6}
      maxRows={24}
      disabled={disabled}
      styles={isHtml ? { input: { fontFamily: 'var(--mantine-font-family-monospace)' } } : {}}
      value={text}
      onChange={({ currentTarget }) => {
        onChange(currentTarget.value);
      }}
    />
  );
}
