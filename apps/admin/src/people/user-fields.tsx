import { PasswordInput, Select, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Draft } from '../forms/use-draft.js';
import { faultAt } from '../http/faults.js';
import * as queries from '../manage/queries.js';

export interface UserValues {
  readonly name: string;
  readonly displayName: string;
  readonly role: string;
  readonly password: string;
}

export const USER_POINTERS = ['/name', '/displayName', '/role', '/password'];

interface UserFieldsProps {
  readonly draft: Draft<UserValues>;
  readonly failure: unknown;
  readonly isNew: boolean;
}

export function UserFields({ draft: { values, set }, failure, isNew }: UserFieldsProps): ReactNode {
  const { data: roles = [] } = useQuery(queries.roles);
  return (
    <Stack>
      <TextInput
        label="Name"
        description="For signing in; others do not see it."
        required
        autoComplete="off"
        data-autofocus
        value={values.name}
        error={faultAt(failure, '/name')}
        onChange={({ currentTarget }) => {
          set('name', currentTarget.value);
        }}
      />
      <TextInput
        label="Name shown to others"
        autoComplete="off"
        value={values.displayName}
        error={faultAt(failure, '/displayName')}
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
        error={faultAt(failure, '/role')}
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
        error={faultAt(failure, '/password')}
        onChange={({ currentTarget }) => {
          set('password', currentTarget.value);
        }}
      />
    </Stack>
  );
}
