import { t } from '@lingui/core/macro';
import { Checkbox, PasswordInput, Select, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Draft } from '../forms/use-draft.js';
import { findFieldError } from '../http/field-errors.js';
import { BOUNDS } from '../management-api/bounds.js';
import * as queries from '../management-api/queries.js';
import type { NewUser, User } from '../management-api/resources.js';
import { DEFAULTS } from '../management-api/schema.js';

export type UserValues = Readonly<Required<NewUser>>;

export const NEW_USER: UserValues = {
  ...DEFAULTS['User.new'],
  ...{ name: '', displayName: '', role: 'editor', password: '' },
};

/** The values of the inputs for a user that is edited: another password is optional. */
export function toUserValues({ name, displayName, role }: User): UserValues {
  return { ...NEW_USER, name, displayName, role };
}

/** JSON pointers of the inputs. */
export const USER_POINTERS = Object.keys(NEW_USER).map((member) => `/${member}`);

interface UserFieldsProps {
  readonly draft: Draft<UserValues>;
  readonly failure: unknown;
  readonly isNew: boolean;
}

const { minLength: shortest } = BOUNDS['User.new'].password;

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
            ? t`At least ${shortest} characters. Leave it empty to invite the user by a link.`
            : t`Leave it empty to keep the current one. A new one has at least ${shortest} characters and signs the user out.`
        }
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
        disabled={values.password === ''}
        checked={values.keepPassword}
        error={findFieldError(failure, '/keepPassword', t`Keep this password`)}
        onChange={({ currentTarget }) => {
          set('keepPassword', currentTarget.checked);
        }}
      />
    </Stack>
  );
}
