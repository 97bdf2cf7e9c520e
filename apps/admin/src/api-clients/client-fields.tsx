import { Checkbox, Stack, Switch, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Draft } from '../forms/use-draft.js';
import { ScopePicker } from '../forms/scope-picker.js';
import { faultAt } from '../http/faults.js';
import type { ApiClient, GrantType } from '../manage/shapes.js';
import { ClientUser } from './client-user.js';
import { RedirectUris } from './redirect-uris.js';

/** What an administrator decides about a client. */
export type ClientValues = Pick<
  ApiClient,
  'label' | 'allowedScopes' | 'redirectUris' | 'grants' | 'user' | 'rememberConsent' | 'requirePkce'
>;

/** The places that have an input here. */
export const CLIENT_POINTERS = [
  '/label',
  '/allowedScopes',
  '/redirectUris',
  '/grants',
  '/user',
  '/rememberConsent',
  '/requirePkce',
];

const GRANTS: readonly {
  readonly value: GrantType;
  readonly label: string;
  readonly description: string;
}[] = [
  {
    value: 'client_credentials',
    label: 'Act for itself',
    description: 'client_credentials: a server or script, with nobody signed in',
  },
  {
    value: 'authorization_code',
    label: 'Act for people who sign in',
    description: 'authorization_code: they are asked for their consent',
  },
  {
    value: 'refresh_token',
    label: 'Go on when they are away',
    description: 'refresh_token: new access tokens without asking again',
  },
];

interface ClientFieldsProps {
  readonly draft: Draft<ClientValues>;
  readonly confidential: boolean;
  readonly failure: unknown;
}

export function ClientFields({
  draft: { values, set },
  confidential,
  failure,
}: ClientFieldsProps): ReactNode {
  return (
    <Stack gap="lg">
      <TextInput
        label="Name"
        description="People see it when they are asked for their consent."
        required
        maxLength={255}
        value={values.label}
        error={faultAt(failure, '/label')}
        onChange={({ currentTarget }) => {
          set('label', currentTarget.value);
        }}
      />
      <Checkbox.Group
        label="What it may do"
        value={[...values.grants]}
        error={faultAt(failure, '/grants')}
        onChange={(grants) => {
          set('grants', grants);
        }}
      >
        <Stack gap="xs" mt="xs">
          {GRANTS.map(({ value, label, description }) => (
            <Checkbox
              key={value}
              value={value}
              label={label}
              description={description}
              disabled={!confidential && value === 'client_credentials'}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <ScopePicker
        label="Scopes"
        value={values.allowedScopes}
        error={faultAt(failure, '/allowedScopes')}
        onChange={(scopes) => {
          set('allowedScopes', scopes);
        }}
      />
      <RedirectUris
        value={values.redirectUris}
        confidential={confidential}
        failure={failure}
        onChange={(uris) => {
          set('redirectUris', uris);
        }}
      />
      <Switch
        label="Remember consent"
        description="Who has allowed it once is not asked again for the same scopes."
        checked={values.rememberConsent}
        onChange={({ currentTarget }) => {
          set('rememberConsent', currentTarget.checked);
        }}
      />
      <Switch
        label="Require PKCE"
        description="A stolen authorization code is worth nothing. Switch it off only for programs that cannot do it."
        checked={values.requirePkce}
        disabled={!confidential}
        onChange={({ currentTarget }) => {
          set('requirePkce', currentTarget.checked);
        }}
      />
      <ClientUser
        value={values.user}
        error={faultAt(failure, '/user')}
        onChange={(user) => {
          set('user', user);
        }}
      />
    </Stack>
  );
}
