import { t } from '@lingui/core/macro';
import {
  type ComboboxItem,
  type ComboboxItemGroup,
  NumberInput,
  MultiSelect,
  Select,
  Switch,
  TagsInput,
} from '@mantine/core';
import type { ReactNode } from 'react';
import { findFieldError } from '../http/field-errors.js';
import type { ContentModel, FieldSettings } from '../management-api/resources.js';
import { AllowedValues } from './allowed-values.js';
import { FileSizeInput } from './file-size-input.js';

interface SettingInputsProps {
  /** The settings of the field type. */
  readonly names: readonly (keyof FieldSettings)[];
  readonly values: FieldSettings;
  readonly model: ContentModel;
  readonly failure: unknown;
  readonly onChange: (values: FieldSettings) => void;
}

interface InputProps extends Omit<SettingInputsProps, 'names' | 'failure'> {
  readonly error: string | undefined;
}

type NumberName = 'maxLength' | 'min' | 'max' | 'precision' | 'scale';

/** The labels of the inputs. */
const LABELS: Readonly<Record<keyof FieldSettings, string>> = {
  maxLength: t`Maximum length`,
  min: t`Minimum`,
  max: t`Maximum`,
  precision: t`Total digits`,
  scale: t`Decimal places`,
  allowedValues: t`Choices`,
  datetimeType: t`Kind of date`,
  targetTypes: t`Types to choose from`,
  caseSensitive: t`Upper and lower case differ`,
  fileExtensions: t`Allowed file extensions`,
  maxBytes: t`Maximum size of a file`,
};

const numberInput =
  (name: NumberName) =>
  ({ values, onChange, error }: InputProps): ReactNode => (
    <NumberInput
      key={name}
      label={LABELS[name]}
      maw={320}
      value={values[name] ?? ''}
      error={error}
      onChange={(typed) => {
        onChange(withSetting(values, name, typed === '' ? undefined : Number(typed)));
      }}
    />
  );

/** The input of each field setting; a new setting is one row. */
const INPUTS: Readonly<Record<keyof FieldSettings, (props: InputProps) => ReactNode>> = {
  maxLength: numberInput('maxLength'),
  min: numberInput('min'),
  max: numberInput('max'),
  precision: numberInput('precision'),
  scale: numberInput('scale'),
  allowedValues: ({ values, onChange, error }) => (
    <AllowedValues
      key="allowedValues"
      value={values.allowedValues ?? []}
      error={error}
      onChange={(allowed) => {
        onChange(withSetting(values, 'allowedValues', allowed));
      }}
    />
  ),
  datetimeType: ({ values, onChange, error }) => (
    <Select
      key="datetimeType"
      label={LABELS.datetimeType}
      maw={320}
      data={[
        { value: 'datetime', label: t`Day and time` },
        { value: 'date', label: t`Day only` },
      ]}
      value={values.datetimeType ?? 'datetime'}
      allowDeselect={false}
      error={error}
      onChange={(chosen) => {
        onChange(withSetting(values, 'datetimeType', chosen === 'date' ? 'date' : 'datetime'));
      }}
    />
  ),
  targetTypes: ({ values, model, onChange, error }) => (
    <MultiSelect
      key="targetTypes"
      label={LABELS.targetTypes}
      description={t`Entries of these types can be chosen.`}
      required
      searchable
      data={groupTypes(model)}
      value={[...(values.targetTypes ?? [])]}
      error={error}
      onChange={(chosen) => {
        onChange(withSetting(values, 'targetTypes', chosen));
      }}
    />
  ),
  caseSensitive: ({ values, onChange, error }) => (
    <Switch
      key="caseSensitive"
      label={LABELS.caseSensitive}
      description={t`Filters then tell «Tram» from «tram», and «é» from «e».`}
      checked={values.caseSensitive ?? false}
      error={error}
      onChange={({ currentTarget }) => {
        onChange(withSetting(values, 'caseSensitive', currentTarget.checked ? true : undefined));
      }}
    />
  ),
  fileExtensions: ({ values, onChange, error }) => (
    <TagsInput
      key="fileExtensions"
      label={LABELS.fileExtensions}
      description={t`Press Enter after each, such as «pdf». Without any, the usual ones are allowed.`}
      splitChars={[',', ' ']}
      value={[...(values.fileExtensions ?? [])]}
      error={error}
      onChange={(typed) => {
        const extensions = [...new Set(typed.map(toExtension))].filter((extension) => extension !== '');
        onChange(withSetting(values, 'fileExtensions', extensions.length === 0 ? undefined : extensions));
      }}
    />
  ),
  maxBytes: ({ values, onChange, error }) => (
    <FileSizeInput
      key="maxBytes"
      label={LABELS.maxBytes}
      value={values.maxBytes}
      error={error}
      onChange={(bytes) => {
        onChange(withSetting(values, 'maxBytes', bytes));
      }}
    />
  ),
};

/** The inputs of the settings of a field type. */
export function SettingInputs({ names, failure, ...props }: SettingInputsProps): ReactNode {
  return names.map((name) =>
    INPUTS[name]({ ...props, error: findFieldError(failure, `/settings/${name}`, LABELS[name]) }),
  );
}

/** An extension as the service has it: `pdf` for `.PDF` and `*.pdf`. */
function toExtension(typed: string): string {
  return typed
    .trim()
    .toLowerCase()
    .replace(/^\*?\.+/, '');
}

/** The types by the kind of their entries, which tells those with the same name apart. */
function groupTypes({ entityTypes, bundles }: ContentModel): ComboboxItemGroup<ComboboxItem>[] {
  return entityTypes.map(({ name, label: group }) => ({
    group,
    items: bundles
      .filter(({ entityType }) => entityType === name)
      .map(({ type, label }) => ({ value: type, label })),
  }));
}

/** The settings with one of them set, or removed for `undefined`. */
function withSetting<Name extends keyof FieldSettings>(
  settings: FieldSettings,
  name: Name,
  value: FieldSettings[Name] | undefined,
): FieldSettings {
  const others = Object.entries(settings).filter(([other]) => other !== name);
  return Object.fromEntries(value === undefined ? others : [...others, [name, value]]);
}
