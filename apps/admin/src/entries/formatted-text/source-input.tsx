import { t } from '@lingui/core/macro';
import { Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import type { HtmlInputProps } from './html-input.js';

/** The source of an HTML text. */
export function SourceInput({ label, html, disabled, onChange }: HtmlInputProps): ReactNode {
  return (
    <Textarea
      aria-label={label}
      description={t`This text has HTML that the editor does not support, so its source is shown.`}
      autosize
      minRows={6}
      maxRows={24}
      disabled={disabled}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      value={html}
      onChange={({ currentTarget }) => {
        onChange(currentTarget.value);
      }}
    />
  );
}
