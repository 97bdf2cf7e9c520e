import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Stack, Switch, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { CheckboxList } from '../forms/checkbox-list.js';
import type { Draft } from '../forms/use-draft.js';
import { ScopePicker } from '../forms/scope-picker.js';
import { findFieldError } from '../http/field-errors.js';
import { BOUNDS } from '../management-api/bounds.js';
import type { ApiClient, GrantType } from '../management-api/resources.js';
import { ClientUser } from './client-user.js';
import { RedirectUris } from './redirect-uris.js';

/** The values of the form of a client. */
export type ClientValues = Pick<
  ApiClient,
  'label' | 'redirectUris' | 'grants' | 'user' | 'rememberConsent' | 'requirePkce'
> & { readonly allowedScopes: readonly string[] };

/** JSON pointers of the inputs. */
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
    label: t`Act for itself`,
    description: t`client_credentials: a server or script, without a signed-in user`,
  },
  {
    value: 'authorization_code',
    label: t`Act for people who sign in`,
    description: t`authorization_code: users are asked for their consent`,
  },
  {
    value: 'refresh_token',
    label: t`Stay connected while they are away`,
    description: t`refresh_token: new access tokens without asking again`,
  },
];

interface ClientFieldsProps {
  readonly draft: Pick<Draft<ClientValues>, 'values' | 'set'>;
  readonly confidential: boolean;
  readonly failure: unknown;
}

/** The inputs of a new client, or of a client that is edited. */
export function ClientFields({
  draft: { values, set },
  confidential,
  failure,
}: ClientFieldsProps): ReactNode {
  return (
    <Stack gap="lg">
      <TextInput
        label={t`Name`}
        description={t`Shown to users when they are asked for their consent.`}
        required
        maxLength={BOUNDS['ApiClient.new'].label.maxLength}
        value={values.label}
        error={findFieldError(failure, '/label', t`Name`)}
        onChange={({ currentTarget }) => {
          set('label', currentTarget.value);
        }}
      />
      <CheckboxList
        label={t`On behalf of`}
        choices={GRANTS.map((grant) => ({
          ...grant,
          disabled: !confidential && grant.value === 'client_credentials',
        }))}
        value={values.grants}
        error={findFieldError(failure, '/grants', t`On behalf of`)}
        onChange={(grants) => {
          set('grants', grants);
        }}
      />
      <Text size="sm" c="dimmed">
        <Trans>
          Every token has at least one scope. Published content can be read with any of them, such as
          «member».
        </Trans>
      </Text>
      <ScopePicker
        label={t`Scopes`}
        value={values.allowedScopes}
        error={findFieldError(failure, '/allowedScopes', t`Scopes`)}
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
        label={t`Remember consent`}
        description={t`Users that have given their consent are not asked again for the same scopes.`}
        checked={values.rememberConsent}
        onChange={({ currentTarget }) => {
          set('rememberConsent', currentTarget.checked);
        }}
      />
      <Switch
        label={t`Require PKCE`}
        description={t`Protects authorization codes against theft. Switch it off only for programs without support for PKCE.`}
        checked={values.requirePkce}
        disabled={!confidential}
        onChange={({ currentTarget }) => {
          set('requirePkce', currentTarget.checked);
        }}
      />
      <ClientUser
        value={values.user}
        error={findFieldError(failure, '/user', t`The author`)}
        onChange={(user) => {
          set('user', user);
        }}
      />
    </Stack>
  );
}
