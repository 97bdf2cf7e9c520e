import { t } from '@lingui/core/macro';
import { Group, Select, Skeleton, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { confirm } from '../../forms/confirm.js';
import * as queries from '../../management-api/queries.js';
import { isObject } from '../values.js';
import { getText, toTextOrNull, type WidgetProps } from '../widgets/widget.js';
import { WidgetGroup } from '../widgets/widget-group.js';
import { hasFormatting, htmlToText, textToHtml } from './convert-text.js';
import { Handover, type HtmlInputProps } from './html-input-props.js';
import { allowsElement, type HtmlFormat } from './schema/html-format.js';

/** Loaded on demand, because the editor is a third of the JavaScript of the administration. */
const HtmlInput = lazy(() =>
  import('./html-input.js').then(({ HtmlInput: component }) => ({ default: component })),
);

const PLAIN = 'none';
const FORMATS = [
  { value: 'basic_html', label: t`Basic HTML` },
  { value: 'full_html', label: t`Full HTML` },
  { value: 'plain_text', label: t`Plain text` },
];

/** Text with its format, and a summary where the field has one. */
export function FormattedTextWidget(props: WidgetProps): ReactNode {
  const { field, label, value, onChange, disabled } = props;
  // An empty text has no value and so no format: a format chosen before the text is kept here.
  const [chosenFormat, setChosenFormat] = useState<string | null>('basic_html');
  const { data: model } = useQuery(queries.contentModel);
  const [handover] = useState(() => new Handover());
  const text = isObject(value) ? value : { value: '', format: chosenFormat };
  const format = typeof text['format'] === 'string' ? text['format'] : PLAIN;
  const change = (changes: Readonly<Record<string, string | null>>): void => {
    const next: typeof text = { ...text, ...changes };
    onChange(getText(next['value']) === '' && getText(next['summary']) === '' ? null : next);
  };
  const changeFormat = (chosen: string): void => {
    const before = getText(text['value']);
    const converted = convert(before, isHtml(format), isHtml(chosen));
    const apply = (): void => {
      const next = chosen === PLAIN ? null : chosen;
      setChosenFormat(next);
      change({ format: next, value: converted });
    };
    if (isHtml(chosen) || !isHtml(format) || !hasFormatting(before)) apply();
    else
      confirm({
        title: t`Remove the formatting?`,
        text: t`Plain text has no headings, lists, links or emphasis. The words stay.`,
        confirmLabel: t`Use plain text`,
        onConfirm: apply,
      });
  };
  const tableFormat = findTableFormat(format, model?.htmlFormats ?? []);
  return (
    <WidgetGroup {...props}>
      <Stack gap="xs">
        <FormattedTextInput
          label={label}
          format={format}
          html={getText(text['value'])}
          disabled={disabled}
          onChange={(value) => {
            change({ value });
          }}
          handover={handover}
          onKeepTables={
            tableFormat === undefined
              ? undefined
              : (tables) => {
                  handover.leave({ tables });
                  changeFormat(tableFormat);
                }
          }
        />
        <Group gap="xs">
          <Text size="xs" aria-hidden>{t`Format`}</Text>
          <Select
            aria-label={t`Format of ${label}`}
            size="xs"
            w={160}
            disabled={disabled}
            allowDeselect={false}
            data={format === PLAIN ? [...FORMATS, { value: PLAIN, label: t`No format` }] : FORMATS}
            value={format}
            onChange={(chosen) => {
              changeFormat(chosen ?? PLAIN);
            }}
          />
          {format === 'basic_html' && !disabled && (
            <Text size="xs" c="dimmed">{t`«Full HTML» also has tables and code blocks.`}</Text>
          )}
        </Group>
        {field.type === 'text_with_summary' && (
          <Textarea
            label={t`Summary`}
            description={t`Shown where there is no room for the whole text.`}
            autosize
            minRows={2}
            maxRows={8}
            disabled={disabled}
            value={getText(text['summary'])}
            onChange={({ currentTarget }) => {
              change({ summary: toTextOrNull(currentTarget.value) });
            }}
          />
        )}
      </Stack>
    </WidgetGroup>
  );
}

function isHtml(format: string): boolean {
  return format.endsWith('_html');
}

/** A text in another format: plain text has no tags, and HTML has paragraphs. */
function convert(text: string, fromHtml: boolean, intoHtml: boolean): string {
  if (fromHtml === intoHtml) return text;
  return intoHtml ? textToHtml(text) : htmlToText(text);
}

/** The format that keeps pasted tables, which `format` drops; `undefined` without one. */
function findTableFormat(format: string, htmlFormats: readonly HtmlFormat[]): string | undefined {
  const names = htmlFormats.filter((candidate) => allowsElement(candidate, 'table')).map(({ name }) => name);
  return names.includes(format) ? undefined : FORMATS.find(({ value }) => names.includes(value))?.value;
}

interface FormattedTextInputProps extends Omit<HtmlInputProps, 'format'> {
  readonly format: string;
}

function FormattedTextInput({ format, ...props }: FormattedTextInputProps): ReactNode {
  const { label, html, disabled, onChange } = props;
  const { data: model } = useQuery(queries.contentModel);
  if (isHtml(format) && model === undefined) return <Skeleton height={180} />;
  const htmlFormat = model?.htmlFormats.find(({ name }) => name === format);
  if (htmlFormat !== undefined)
    return (
      <Suspense fallback={<Skeleton height={180} />}>
        <HtmlInput key={format} format={htmlFormat} {...props} />
      </Suspense>
    );
  return (
    <Textarea
      aria-label={label}
      autosize
      minRows={6}
      maxRows={24}
      disabled={disabled}
      value={html}
      onChange={({ currentTarget }) => {
        onChange(currentTarget.value);
      }}
    />
  );
}
