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
        label="Name"
        description="For signing in. It is not published."
        required
        autoComplete="off"
        data-autofocus
        value={values.name}
        error={findFieldError(failure, '/name', 'Name')}
        onChange={({ currentTarget }) => {
          set('name', currentTarget.value);
        }}
      />
      <TextInput
        label="Name shown to others"
        description="Published with the entries of the user. Use another one than for signing in."
        required={isNew}
        autoComplete="off"
        value={values.displayName}
        error={findFieldError(failure, '/displayName', 'Name shown to others')}
        onChange={({ currentTarget }) => {
          set('displayName', currentTarget.value);
        }}
      />
      <Select
        label="Role"
        required
        allowDeselect={false}
        data={roles.map(({ name, label }) => ({ value: name, label }))}
        value={values.role}
        error={findFieldError(failure, '/role', 'Role')}
        onChange={(role) => {
          set('role', role ?? '');
        }}
      />
      <PasswordInput
        label={isNew ? 'Password' : 'New password'}
        description={
          isNew ? undefined : 'Leave it empty to keep the present one. A new one signs the user out.'
        }
        required={isNew}
        autoComplete="new-password"
        value={values.password}
        error={findFieldError(failure, '/password', 'Password')}
        onChange={({ currentTarget }) => {
          set('password', currentTarget.value);
          if (currentTarget.value === '') set('keepPassword', false);
        }}
      />
      <Checkbox
        label="Keep this password"
        description={`Otherwise the user has to choose another one at the ${isNew ? 'first' : 'next'} sign-in.`}
        disabled={!isNew && values.password === ''}
        checked={values.keepPassword}
        onChange={({ currentTarget }) => {
          set('keepPassword', currentTarget.checked);
        }}
      />
    </Stack>
  );
}
