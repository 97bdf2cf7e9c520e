import { t } from '@lingui/core/macro';
import { Select, Textarea, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { DialogButton } from '../forms/dialog-button.js';
import { Form } from '../forms/form.js';
import { FormButtons } from '../forms/form-buttons.js';
import { toMachineName, validateMachineName } from '../forms/machine-name.js';
import { useAction } from '../forms/use-action.js';
import { useDraft } from '../forms/use-draft.js';
import { useOpenErrors } from '../forms/use-open-errors.js';
import { findFieldError } from '../http/field-errors.js';
import { managementApi } from '../management-api/management-api.js';
import type { ContentModel } from '../management-api/resources.js';
import { useSession } from '../session/session-state.js';
import { getOwn } from '../own-members.js';
import { BUNDLE_SCOPES } from './model-scopes.js';

/** The button and the dialog for a new bundle; absent without a scope for one of the entity types. */
export function NewBundle({ model }: { readonly model: ContentModel }): ReactNode {
  const { scopes } = useSession();
  const entityTypes = model.entityTypes.filter(({ name }) => scopes.has(getOwn(BUNDLE_SCOPES, name) ?? ''));
  if (entityTypes.length === 0) return null;
  return (
    <DialogButton label={t`New type`}>
      {(close) => (
        <NewBundleForm
          entityTypes={entityTypes.map(({ name, label }) => ({ value: name, label }))}
          onCancel={close}
        />
      )}
    </DialogButton>
  );
}

interface NewBundleFormProps {
  readonly entityTypes: readonly { readonly value: string; readonly label: string }[];
  readonly onCancel: () => void;
}

interface NewBundleValues {
  readonly entityType: string;
  readonly label: string;
  /** `null` until it is typed. */
  readonly name: string | null;
  readonly description: string;
}

const EMPTY: NewBundleValues = { entityType: '', label: '', name: null, description: '' };

function NewBundleForm({ entityTypes, onCancel }: NewBundleFormProps): ReactNode {
  const navigate = useNavigate();
  const draft = useDraft<NewBundleValues>({ ...EMPTY, entityType: entityTypes[0]?.value ?? '' });
  const { set } = draft;
  const { entityType, label, name, description } = draft.values;
  const bundle = name ?? toMachineName(label);
  const create = useAction({
    mutationFn: () =>
      managementApi.changeModel('POST', '/bundles', {
        entityType,
        bundle,
        label,
        ...(description === '' ? {} : { description }),
      }),
    successMessage: t`The type «${label}» was created`,
    invalidates: [['content-model']],
    onSuccess: () => navigate({ to: '/content-model/$type', params: { type: `${entityType}--${bundle}` } }),
  });
  const failure = useOpenErrors(create.error, { entityType, bundle, label, description });
  return (
    <Form
      onSubmit={create.mutate}
      failure={failure}
      inputPointers={['/label', '/bundle', '/entityType', '/description']}
      unsaved={{ form: 'content-model/new', draft }}
    >
      <Select
        label={t`Kind`}
        description={t`Content has authors and paths, terms have parents.`}
        data={[...entityTypes]}
        value={entityType}
        allowDeselect={false}
        error={findFieldError(failure, '/entityType', t`Kind`)}
        onChange={(chosen) => {
          set('entityType', chosen ?? '');
        }}
      />
      <TextInput
        label={t`Name`}
        required
        data-autofocus
        value={label}
        error={findFieldError(failure, '/label', t`Name`)}
        onChange={({ currentTarget }) => {
          set('label', currentTarget.value);
        }}
      />
      <TextInput
        label={t`Machine name`}
        description={
          bundle === ''
            ? t`Made from the name. It cannot be changed later.`
            : t`In the API: ${entityType}--${bundle}. It cannot be changed later.`
        }
        required
        value={bundle}
        error={validateMachineName(bundle) ?? findFieldError(failure, '/bundle', t`Machine name`)}
        onChange={({ currentTarget }) => {
          set('name', currentTarget.value);
        }}
      />
      <Textarea
        label={t`Description`}
        autosize
        minRows={2}
        value={description}
        error={findFieldError(failure, '/description', t`Description`)}
        onChange={({ currentTarget }) => {
          set('description', currentTarget.value);
        }}
      />
      <FormButtons submit={t`Create type`} isSaving={create.isPending} onCancel={onCancel} />
    </Form>
  );
}
