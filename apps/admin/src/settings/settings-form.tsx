import { i18n } from '#i18n';
import { t } from '@lingui/core/macro';
import { Card, NumberInput, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FormButtons } from '../forms/form-buttons.js';
import { Form } from '../forms/form.js';
import { UnsavedChanges } from '../forms/unsaved-changes.js';
import { useAction } from '../forms/use-action.js';
import { type Draft, resetForm, useDraft } from '../forms/use-draft.js';
import { useOpenErrors } from '../forms/use-open-errors.js';
import { type FieldError, toValidationError } from '../http/api-error.js';
import type { ApiResponse } from '../http/send.js';
import { QueryBoundary } from '../layout/query-boundary.js';
import { managementApi } from '../management-api/management-api.js';
import * as queries from '../management-api/queries.js';
import type { SettingsName } from '../management-api/resources.js';

interface SettingsFormProps<T extends object> {
  readonly name: SettingsName;
  readonly title: string;
  readonly description: string;
  /** Finds errors before the values are sent. */
  readonly validate?: (values: T) => readonly FieldError[];
  /** Renders the inputs, each with its error of the last save. */
  readonly children: (draft: Draft<T>, failure: unknown) => ReactNode;
}

/** The form of one settings document, which is saved separately from the others. */
export function SettingsForm<T extends object>(props: SettingsFormProps<T>): ReactNode {
  const query = useQuery(queries.settings<T>(props.name));
  return (
    <Card withBorder component="section" aria-label={props.title}>
      <Title order={2} size="h4">
        {props.title}
      </Title>
      <Text c="dimmed" size="sm" mb="lg">
        {props.description}
      </Text>
      <QueryBoundary query={query}>
        {(response) => <SettingsFields {...props} response={response} />}
      </QueryBoundary>
    </Card>
  );
}

function SettingsFields<T extends object>({
  name,
  validate,
  children,
  response: { body, etag },
}: SettingsFormProps<T> & { readonly response: ApiResponse<T> }): ReactNode {
  const draft = useDraft<T>(body, etag);
  const save = useAction({
    mutationFn: async () => {
      const errors = validate?.(draft.values) ?? [];
      if (errors.length > 0) throw toValidationError(errors);
      return managementApi.patch(`/settings/${name}`, draft.changes, draft.etag);
    },
    successMessage: t`Saved`,
    // All settings documents share one version, which every save raises.
    invalidates: [['settings']],
    onSuccess: draft.reset,
  });
  const failure = useOpenErrors(save.error, draft.values);
  const inputPointers = Object.keys(body).map((member) => `/${member}`);
  return (
    <Form
      onSubmit={save.mutate}
      failure={failure}
      inputPointers={inputPointers}
      onReload={resetForm(draft, save)}
      unsaved={{ form: `settings/${name}`, draft }}
      gap="lg"
    >
      <UnsavedChanges when={draft.isChanged} />
      {children(draft, failure)}
      <FormButtons submit={t`Save`} isSaving={save.isPending} disabled={!draft.isChanged} />
    </Form>
  );
}

interface NumberSettingProps {
  readonly label: string;
  readonly description: string;
  /** Named behind the description. */
  readonly bounds: { readonly minimum: number; readonly maximum: number };
  readonly value: number;
  readonly error: string | undefined;
  readonly onChange: (value: number) => void;
}

/** The input of a setting that is a whole number; the service checks its range. */
export function NumberSetting({
  label,
  description,
  bounds: { minimum, maximum },
  value,
  error,
  onChange,
}: NumberSettingProps): ReactNode {
  const range = t`From ${i18n.number(minimum)} to ${i18n.number(maximum)}.`;
  return (
    <NumberInput
      label={label}
      description={`${description} ${range}`}
      value={value}
      error={error}
      min={0}
      maw={{ sm: 420 }}
      allowDecimal={false}
      thousandSeparator={getSeparator(100_000)}
      decimalSeparator={getSeparator(0.5)}
      allowNegative={false}
      onChange={(typed) => {
        if (typed !== '') onChange(Number(typed));
      }}
    />
  );
}

/** The first character of a number in the language of the user that is no digit. */
function getSeparator(number: number): string {
  return i18n
    .number(number)
    .replaceAll(/\p{Nd}/gu, '')
    .charAt(0);
}
