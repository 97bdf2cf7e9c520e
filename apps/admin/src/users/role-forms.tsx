import { t } from '@lingui/core/macro';
import { Alert, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ConfirmButton } from '../forms/confirm.js';
import { Form } from '../forms/form.js';
import { FormButtons } from '../forms/form-buttons.js';
import { toMachineName, validateMachineName } from '../forms/machine-name.js';
import { ScopePicker } from '../forms/scope-picker.js';
import { type Draft, resetForm, useDraft } from '../forms/use-draft.js';
import { useAction } from '../forms/use-action.js';
import { useOpenErrors } from '../forms/use-open-errors.js';
import { QueryBoundary } from '../layout/query-boundary.js';
import { findFieldError } from '../http/field-errors.js';
import type { ApiResponse } from '../http/send.js';
import { managementApi, buildPath } from '../management-api/management-api.js';
import * as queries from '../management-api/queries.js';
import type { Role } from '../management-api/resources.js';

const invalidates = [['roles']];

interface RoleValues {
  readonly label: string;
  readonly name: string;
  readonly scopes: readonly string[];
}

const EMPTY: RoleValues = { label: '', name: '', scopes: [] };

/** The form of a new role. */
export function NewRole({ onClose }: { readonly onClose: () => void }): ReactNode {
  const draft = useDraft(EMPTY);
  const { values, set } = draft;
  const name = values.name === '' ? toMachineName(values.label) : values.name;
  const create = useAction({
    mutationFn: () => managementApi.post('/roles', { ...values, name }),
    successMessage: t`The role is created`,
    invalidates,
    onSuccess: onClose,
  });
  const failure = useOpenErrors(create.error, { ...values, name });
  return (
    <Form
      onSubmit={create.mutate}
      failure={failure}
      inputPointers={['/label', '/name', '/scopes']}
      unsaved={{ form: 'new-role', draft }}
    >
      <RoleFields draft={draft} failure={failure}>
        <TextInput
          label={t`Machine name`}
          required
          value={name}
          error={validateMachineName(name) ?? findFieldError(failure, '/name', t`Machine name`)}
          onChange={({ currentTarget }) => {
            set('name', currentTarget.value);
          }}
        />
      </RoleFields>
      <FormButtons submit={t`Create role`} isSaving={create.isPending} onCancel={onClose} />
    </Form>
  );
}

interface EditRoleProps {
  readonly name: string;
  readonly onClose: () => void;
}

/** The form of a stored role; built-in roles are shown only. */
export function EditRole({ name, onClose }: EditRoleProps): ReactNode {
  const query = useQuery(queries.role(name));
  return (
    <QueryBoundary query={query}>
      {(response) => <EditRoleForm response={response} onClose={onClose} />}
    </QueryBoundary>
  );
}

interface EditRoleFormProps extends Pick<EditRoleProps, 'onClose'> {
  readonly response: ApiResponse<Role>;
}

function EditRoleForm({ response: { body: role, etag }, onClose }: EditRoleFormProps): ReactNode {
  const { name, label, scopes, builtIn } = role;
  const path = `/roles${buildPath(name)}`;
  const draft = useDraft<RoleValues>({ name, label, scopes }, etag);
  const save = useAction({
    mutationFn: () => managementApi.patch(path, draft.changes, draft.etag),
    successMessage: t`Saved`,
    invalidates,
    onSuccess: onClose,
  });
  const remove = useAction({
    mutationFn: () => managementApi.delete(path),
    successMessage: t`${label} is deleted`,
    invalidates,
    onSuccess: onClose,
  });
  const failure = useOpenErrors(save.error, draft.values);
  return (
    <Form
      onSubmit={save.mutate}
      failure={failure ?? remove.error}
      inputPointers={['/label', '/scopes']}
      onReload={resetForm(draft, save)}
      unsaved={builtIn ? undefined : { form: `roles/${name}`, draft }}
    >
      {builtIn && <Alert c="inherit">{t`This role is part of the service and cannot be changed.`}</Alert>}
      <RoleFields draft={draft} failure={failure} disabled={builtIn} />
      {!builtIn && (
        <FormButtons submit={t`Save`} isSaving={save.isPending} disabled={!draft.isChanged}>
          <ConfirmButton
            variant="light"
            color="red"
            question={{
              title: t`Delete ${label}?`,
              text: t`It must not be the role of any user.`,
              confirmLabel: t`Delete role`,
            }}
            onConfirm={remove.mutate}
          >
            {t`Delete`}
          </ConfirmButton>
        </FormButtons>
      )}
    </Form>
  );
}

interface RoleFieldsProps {
  readonly draft: Draft<RoleValues>;
  readonly failure: unknown;
  readonly disabled?: boolean;
  /** Further inputs, between the label and the scopes. */
  readonly children?: ReactNode;
}

function RoleFields({ draft: { values, set }, failure, disabled, children }: RoleFieldsProps): ReactNode {
  return (
    <Stack>
      <TextInput
        label={t`Label`}
        required
        data-autofocus
        disabled={disabled}
        value={values.label}
        error={findFieldError(failure, '/label', t`Label`)}
        onChange={({ currentTarget }) => {
          set('label', currentTarget.value);
        }}
      />
      {children}
      <ScopePicker
        label={t`Scopes`}
        disabled={disabled}
        value={values.scopes}
        error={findFieldError(failure, '/scopes', t`Scopes`)}
        onChange={(scopes) => {
          set('scopes', scopes);
        }}
      />
    </Stack>
  );
}
