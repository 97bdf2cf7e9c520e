import { t } from '@lingui/core/macro';
import { Card, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { Form } from '../forms/form.js';
import { FormButtons } from '../forms/form-buttons.js';
import { resetForm, useDraft } from '../forms/use-draft.js';
import { useOpenErrors } from '../forms/use-open-errors.js';
import { UnsavedChanges } from '../forms/unsaved-changes.js';
import { useAction } from '../forms/use-action.js';
import { findFieldError } from '../http/field-errors.js';
import type { ApiResponse } from '../http/send.js';
import { managementApi, buildPath } from '../management-api/management-api.js';
import type { Bundle } from '../management-api/resources.js';

interface BundleFormProps {
  readonly response: ApiResponse<Bundle>;
  readonly disabled: boolean;
}

/** The label and the description of a bundle. */
export function BundleForm({ response: { body, etag }, disabled }: BundleFormProps): ReactNode {
  const { entityType, bundle, label, description } = body;
  const draft = useDraft<Pick<Bundle, 'label' | 'description'>>({ label, description }, etag);
  const save = useAction({
    mutationFn: () =>
      managementApi.changeModel(
        'PATCH',
        `/bundles${buildPath(entityType, bundle)}`,
        draft.changes,
        draft.etag,
      ),
    successMessage: t`Saved`,
    invalidates: [['content-model']],
    onSuccess: draft.reset,
  });
  const failure = useOpenErrors(save.error, draft.values);
  return (
    <Card withBorder maw={640}>
      <UnsavedChanges when={draft.isChanged} />
      <Form
        onSubmit={save.mutate}
        failure={failure}
        inputPointers={['/label', '/description']}
        onReload={resetForm(draft, save)}
        unsaved={disabled ? undefined : { form: `content-model/${entityType}--${bundle}`, draft }}
      >
        <TextInput
          label={t`Name`}
          required
          disabled={disabled}
          value={draft.values.label}
          error={findFieldError(failure, '/label', t`Name`)}
          onChange={({ currentTarget }) => {
            draft.set('label', currentTarget.value);
          }}
        />
        <Textarea
          label={t`Description`}
          autosize
          minRows={2}
          disabled={disabled}
          value={draft.values.description ?? ''}
          error={findFieldError(failure, '/description', t`Description`)}
          onChange={({ currentTarget }) => {
            draft.set('description', currentTarget.value === '' ? null : currentTarget.value);
          }}
        />
        <FormButtons submit={t`Save`} isSaving={save.isPending} disabled={!draft.isChanged} />
      </Form>
    </Card>
  );
}
