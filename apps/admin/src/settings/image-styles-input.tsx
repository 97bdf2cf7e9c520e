import { t } from '@lingui/core/macro';
import {
  Box,
  Fieldset,
  Group,
  Input,
  NumberInput,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  TextInput,
} from '@mantine/core';
import type { ReactNode } from 'react';
import { AddButton, createReorder, RowActions } from '../forms/row-actions.js';
import { findFieldError } from '../http/field-errors.js';
import { BOUNDS } from '../management-api/bounds.js';
import type { ContentSettings } from '../management-api/resources.js';

type ImageStyle = ContentSettings['imageStyles'][number];

const { maxItems, items: RULES } = BOUNDS['ContentSettings.change'].imageStyles;

const FITS = [
  { value: 'inside', label: t`Whole picture` },
  { value: 'cover', label: t`Cropped to the size` },
  { value: 'contain', label: t`Padded to the size` },
] as const satisfies readonly { readonly value: ImageStyle['fit']; readonly label: string }[];

const FORMATS = [
  { value: 'webp', label: t`WebP` },
  { value: 'jpeg', label: t`JPEG` },
  { value: 'png', label: t`PNG` },
  { value: 'avif', label: t`AVIF` },
  { value: 'original', label: t`As the file` },
] as const satisfies readonly { readonly value: ImageStyle['format']; readonly label: string }[];

const NEW_STYLE: ImageStyle = {
  ...{ name: '', label: '', width: 800, fit: 'inside', format: 'webp', quality: 80, enlarge: false },
};

interface ImageStylesInputProps {
  readonly styles: readonly ImageStyle[];
  readonly failure: unknown;
  readonly onChange: (styles: readonly ImageStyle[]) => void;
}

/** The sizes in which images are offered, in their order. */
export function ImageStylesInput({ styles, failure, onChange }: ImageStylesInputProps): ReactNode {
  return (
    <Box role="group" aria-label={t`Sizes of images`}>
      <Input.Label component="div">{t`Sizes of images`}</Input.Label>
      <Input.Description mb="xs">
        {t`Each size is a link of every image. Its pictures are made when they are first requested.`}
      </Input.Description>
      <Stack gap="md" data-rows>
        {styles.map((style, index) => (
          <ImageStyleInput
            key={index}
            style={style}
            name={style.label === '' ? t`Size ${index + 1}` : style.label}
            pointer={`/imageStyles/${index}`}
            failure={failure}
            actions={(name) => (
              <RowActions
                name={name}
                order={createReorder(styles, index, onChange)}
                onRemove={() => {
                  onChange(styles.toSpliced(index, 1));
                }}
              />
            )}
            onChange={(changed) => {
              onChange(styles.with(index, changed));
            }}
          />
        ))}
        {styles.length < maxItems && (
          <AddButton
            onClick={() => {
              onChange([...styles, NEW_STYLE]);
            }}
          >
            {t`Add a size`}
          </AddButton>
        )}
      </Stack>
    </Box>
  );
}

interface ImageStyleInputProps {
  readonly style: ImageStyle;
  /** The size as the labels of its buttons name it. */
  readonly name: string;
  /** The place of the style in the settings document. */
  readonly pointer: string;
  readonly failure: unknown;
  readonly actions: (name: string) => ReactNode;
  readonly onChange: (style: ImageStyle) => void;
}

function ImageStyleInput({
  style,
  name,
  pointer,
  failure,
  actions,
  onChange,
}: ImageStyleInputProps): ReactNode {
  const change = (changes: Partial<ImageStyle>): void => {
    onChange({ ...style, ...changes });
  };
  const getError = (member: string, label: string): string | undefined =>
    findFieldError(failure, `${pointer}/${member}`, label);
  return (
    <Fieldset legend={name} data-row>
      <Group justify="flex-end" mt={-8}>
        {actions(name)}
      </Group>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="sm">
        <TextInput
          label={t`Label`}
          required
          maxLength={RULES.label.maxLength}
          value={style.label}
          error={getError('label', t`Label`)}
          onChange={({ currentTarget: { value: label } }) => {
            change({ label });
          }}
        />
        <TextInput
          label={t`Name of the link`}
          required
          placeholder="large"
          value={style.name}
          error={findNameError(style.name) ?? getError('name', t`Name of the link`)}
          onChange={({ currentTarget: { value } }) => {
            change({ name: value });
          }}
        />
        <SideInput
          label={t`Width in pixels`}
          value={style.width}
          error={getError('width', t`Width`)}
          onChange={(width) => {
            change({ width });
          }}
        />
        <SideInput
          label={t`Height in pixels`}
          value={style.height}
          error={getError('height', t`Height`)}
          onChange={(height) => {
            change({ height });
          }}
        />
        <Select
          label={t`Fit`}
          allowDeselect={false}
          data={FITS}
          value={style.fit}
          error={findSidesError(style)}
          onChange={(value) => {
            change({ fit: FITS.find((fit) => fit.value === value)?.value ?? style.fit });
          }}
        />
        <Select
          label={t`Format`}
          allowDeselect={false}
          data={FORMATS}
          value={style.format}
          onChange={(value) => {
            change({ format: FORMATS.find((format) => format.value === value)?.value ?? style.format });
          }}
        />
        <NumberInput
          label={t`Quality`}
          min={RULES.quality.minimum}
          max={RULES.quality.maximum}
          allowDecimal={false}
          disabled={style.format === 'png'}
          value={style.quality}
          error={getError('quality', t`Quality`)}
          onChange={(value) => {
            if (value !== '') change({ quality: Number(value) });
          }}
        />
        <Switch
          mt={{ xs: 28 }}
          label={t`Enlarge smaller images`}
          checked={style.enlarge}
          onChange={({ currentTarget: { checked } }) => {
            change({ enlarge: checked });
          }}
        />
      </SimpleGrid>
    </Fieldset>
  );
}

interface SideInputProps {
  readonly label: string;
  readonly value: number | undefined;
  readonly error: string | undefined;
  readonly onChange: (pixels: number | undefined) => void;
}

/** Pixels; empty for as many as the other side gives. */
function SideInput({ label, value, error, onChange }: SideInputProps): ReactNode {
  return (
    <NumberInput
      label={label}
      placeholder={t`Automatic`}
      min={RULES.width.minimum}
      max={RULES.width.maximum}
      allowDecimal={false}
      value={value ?? ''}
      error={error}
      onChange={(typed) => {
        onChange(typed === '' ? undefined : Number(typed));
      }}
    />
  );
}

function findNameError(name: string): string | undefined {
  return name === '' || new RegExp(RULES.name.pattern, 'u').test(name)
    ? undefined
    : t`Names have up to 32 small letters, digits and underscores, begin with a letter, and are not «self».`;
}

/** The rule about two members, which the service states for the style as a whole. */
function findSidesError({ fit, width, height }: ImageStyle): string | undefined {
  if (fit === 'inside')
    return width === undefined && height === undefined ? t`Give a width or a height.` : undefined;
  return width === undefined || height === undefined ? t`Give a width and a height.` : undefined;
}
