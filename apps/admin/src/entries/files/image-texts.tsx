import { t } from '@lingui/core/macro';
import { Checkbox, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Identifier } from '../../jsonapi/document.js';
import { getText, toTextOrNull } from '../widgets/widget.js';

type Meta = NonNullable<Identifier['meta']>;

/** Characters that the service stores. */
const MAXIMA = { alt: 512, title: 1024 } as const;

interface ImageTextsProps {
  /** The name of the file, for the labels. */
  readonly name: string;
  /** `alt` is empty for a decorative image, and absent until the editor has decided. */
  readonly meta: Meta;
  readonly isRefused: boolean;
  readonly disabled: boolean;
  /** Gives the alternative text the focus when the inputs appear. */
  readonly hasFocus?: boolean;
  readonly onChange: (meta: Meta) => void;
}

/** The alternative text of an image, or the tick that it needs none, and its title. */
export function ImageTexts(props: ImageTextsProps): ReactNode {
  const { name, meta, isRefused, disabled, hasFocus = false, onChange } = props;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (hasFocus) input.current?.focus();
  }, [hasFocus]);
  const isDecorative = meta['alt'] === '';
  const isMissing = isRefused && typeof meta['alt'] !== 'string';
  return (
    <>
      <TextInput
        ref={input}
        data-autofocus={hasFocus || undefined}
        size="xs"
        label={t`Alternative text`}
        aria-label={t`Alternative text of ${name}`}
        placeholder={isDecorative ? '' : t`What the picture shows, for those who do not see it`}
        maxLength={MAXIMA.alt}
        disabled={disabled || isDecorative}
        error={isMissing ? t`Describe the picture, or tick «Decorative».` : undefined}
        value={getText(meta['alt'])}
        onChange={({ currentTarget }) => {
          onChange({ ...meta, alt: toTextOrNull(currentTarget.value) });
        }}
      />
      <Checkbox
        size="xs"
        label={t`Decorative: screen readers skip it`}
        aria-label={t`${name} is decorative: screen readers skip it`}
        disabled={disabled}
        checked={isDecorative}
        onChange={({ currentTarget }) => {
          onChange({ ...meta, alt: currentTarget.checked ? '' : null });
        }}
      />
      <TextInput
        size="xs"
        label={t`Title`}
        aria-label={t`Title of ${name}`}
        maxLength={MAXIMA.title}
        disabled={disabled}
        value={getText(meta['title'])}
        onChange={({ currentTarget }) => {
          onChange({ ...meta, title: toTextOrNull(currentTarget.value) });
        }}
      />
    </>
  );
}
