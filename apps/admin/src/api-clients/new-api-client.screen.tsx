import { t } from '@lingui/core/macro';
import { Card, Input, SegmentedControl, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Form } from '../forms/form.js';
import { FormButtons } from '../forms/form-buttons.js';
import { UnsavedChanges } from '../forms/unsaved-changes.js';
import { useAction } from '../forms/use-action.js';
import { useDraft } from '../forms/use-draft.js';
import { useOpenErrors } from '../forms/use-open-errors.js';
import { BackLink } from '../layout/links.js';
import { Screen } from '../layout/screen.js';
import { managementApi } from '../management-api/management-api.js';
import type { ApiClientWithSecret } from '../management-api/resources.js';
import { ClientFields, CLIENT_POINTERS, type ClientValues } from './client-fields.js';
import { toRequestBody } from './client-request.js';
import { NewSecret } from './new-secret.js';

interface NewClientValues extends ClientValues {
  readonly confidential: boolean;
}

const EMPTY: NewClientValues = {
  confidential: true,
  label: '',
  allowedScopes: [],
  redirectUris: [],
  grants: ['client_credentials'],
  user: null,
  rememberConsent: false,
  requirePkce: true,
};

const KINDS = [
  { value: 'confidential', label: t`Server or script` },
  { value: 'public', label: t`Browser or app` },
];

/** The form of a new API client; after the creation of a confidential client its secret. */
export function NewApiClientScreen(): ReactNode {
  const navigate = useNavigate();
  const draft = useDraft(EMPTY);
  const { confidential, ...values } = draft.values;
  const create = useAction({
    mutationFn: async () =>
      managementApi.post<ApiClientWithSecret>('/api-clients', {
        ...toRequestBody(values),
        confidential,
      }),
    invalidates: [['api-clients']],
    // A public client has no secret to show.
    onSuccess: ({ body: { id, secret } }) => (secret === undefined ? openClient(id) : undefined),
  });
  const failure = useOpenErrors(create.error, draft.values);
  const created = create.data?.body;

  function openClient(id: string): Promise<void> {
    return navigate({ to: '/api-clients/$id', params: { id }, ignoreBlocker: true });
  }

  if (created?.secret !== undefined)
    return (
      <Screen
        title={created.label}
        description={t`The client is created.`}
        above={<BackLink to="/api-clients">{t`API clients`}</BackLink>}
        width="narrow"
      >
        <NewSecret
          id={created.id}
          secret={created.secret}
          hasClientCredentials={created.grants.includes('client_credentials')}
          onDone={() => {
            void openClient(created.id);
          }}
        />
      </Screen>
    );
  return (
    <Screen
      title={t`New API client`}
      above={<BackLink to="/api-clients">{t`API clients`}</BackLink>}
      width="narrow"
    >
      <UnsavedChanges when={draft.isChanged} />
      <Form
        onSubmit={create.mutate}
        failure={failure}
        inputPointers={CLIENT_POINTERS}
        unsaved={{ form: 'api-clients/new', draft }}
        gap="lg"
      >
        <Card withBorder>
          <Input.Label labelElement="div" id="kind">
            {t`What kind of program is it?`}
          </Input.Label>
          <SegmentedControl
            fullWidth
            aria-labelledby="kind"
            data={KINDS}
            value={confidential ? 'confidential' : 'public'}
            onChange={(kind) => {
              draft.set('confidential', kind === 'confidential');
              draft.set('requirePkce', true);
              draft.set(
                'grants',
                kind === 'confidential' ? EMPTY.grants : ['authorization_code', 'refresh_token'],
              );
            }}
          />
          <Text size="sm" c="dimmed" mt="xs" mb="lg">
            {confidential
              ? t`It runs on a server that you control, so it can keep a secret.`
              : t`It runs on the devices of users, where a secret is not safe: it has none, and uses PKCE.`}
          </Text>
          <ClientFields draft={draft} confidential={confidential} failure={failure} />
        </Card>
        <FormButtons submit={t`Create client`} isSaving={create.isPending} />
      </Form>
    </Screen>
  );
}
