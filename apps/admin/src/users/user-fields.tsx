import { t } from '@lingui/core/macro';
import { Checkbox, PasswordInput, Select, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Draft } from '../forms/use-draft.js';
import { findFieldError } from '../http/field-errors.js';
import * as queries from '../management-api/queries.js';

export interface UserValues {
  readonly name: string;
  readonly displayName: string;
  readonly role: string;
  readonly password: string;
  /** Whether the user may keep the password; otherwise it must be changed at the next sign-in. */
  readonly keepPassword: boolean;
}

/** JSON pointers of the inputs. */
export const USER_POINTERS = ['/name', '/displayName', '/role', '/password'];

interface UserFieldsProps {
  readonly draft: Draft<UserValues>;
  readonly failure: unknown;
  readonly isNew: boolean;
}

/** The inputs of a new user, or of a user that is edited. */
export function UserFields({ draft: { values, set }, failure, isNew }: UserFieldsProps): ReactNode {
  const { data: roles = [] } = useQuery(queries.roles);
  return (
    <Stack>
      <TextInput
        label={t`Name`}
        description={t`For signing in. It is not published.`}
        required
        autoComplete="off"
        data-autofocus
        value={values.name}
        error={findFieldError(failure, '/name', t`Name`)}
        onChange={({ currentTarget }) => {
          set('name', currentTarget.value);
        }}
      />
      <TextInput
        label={t`Name shown to others`}
        description={t`Published with the entries of the user. Use another one than for signing in.`}
        required={isNew}
        autoComplete="off"
        value={values.displayName}
        error={findFieldError(failure, '/displayName', t`Name shown to others`)}
        onChange={({ currentTarget }) => {
          set('displayName', currentTarget.value);
        }}
      />
      <Select
        label={t`Role`}
        required
        allowDeselect={false}
        data={roles.map(({ name, label }) => ({ value: name, label }))}
        value={values.role}
        error={findFieldError(failure, '/role', t`Role`)}
        onChange={(role) => {
          set('role', role ?? '');
        }}
      />
      <PasswordInput
        label={isNew ? t`Password` : t`New password`}
        description={
          isNew
            ? t`At least 12 characters.`
            : t`Leave it empty to keep the present one. A new one has at least 12 characters and signs the user out.`
        }
        required={isNew}
        autoComplete="new-password"
        value={values.password}
        error={findFieldError(failure, '/password', t`Password`)}
        onChange={({ currentTarget }) => {
          set('password', currentTarget.value);
          if (currentTarget.value === '') set('keepPassword', false);
        }}
      />
      <Checkbox
        label={t`Keep this password`}
        description={
          isNew
            ? t`Otherwise the user has to choose another one at the first sign-in.`
            : t`Otherwise the user has to choose another one at the next sign-in.`
        }
        disabled={!isNew && values.password === ''}
        checked={values.keepPassword}
        onChange={({ currentTarget }) => {
          set('keepPassword', currentTarget.checked);
        }}
      />
    </Stack>
  );
}
