import { Card, SegmentedControl, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { Form } from '../forms/form.js';
import { FormButtons } from '../forms/form-buttons.js';
import { UnsavedChanges } from '../forms/unsaved-changes.js';
import { useAct } from '../forms/use-act.js';
import { useDraft } from '../forms/use-draft.js';
import { Screen } from '../frame/screen.js';
import { manage } from '../manage/manage.js';
import type { ApiClientWithSecret } from '../manage/shapes.js';
import { ClientFields, CLIENT_POINTERS, type ClientValues } from './client-fields.js';
import { ClientsLink } from './clients-link.js';
import { NewSecret } from './new-secret.js';

const EMPTY: ClientValues = {
  label: '',
  allowedScopes: [],
  redirectUris: [],
  grants: ['client_credentials'],
  user: null,
  rememberConsent: false,
  requirePkce: true,
};

const KINDS = [
  { value: 'confidential', label: 'Server or script' },
  { value: 'public', label: 'Browser or app' },
];

export function NewApiClientScreen(): ReactNode {
  const navigate = useNavigate();
  const [confidential, setConfidential] = useState(true);
  const draft = useDraft(EMPTY);
  const create = useAct({
    act: () => manage.post<ApiClientWithSecret>('/api-clients', { ...bodyOf(draft.values), confidential }),
    refresh: [['api-clients']],
    // Where there is no secret, there is nothing to copy.
    then: ({ body: { id, secret } }) => (secret === undefined ? leave(id) : undefined),
  });
  const made = create.data?.body;

  function leave(id: string): Promise<void> {
    return navigate({ to: '/api-clients/$id', params: { id }, ignoreBlocker: true });
  }

  if (made?.secret !== undefined)
    return (
      <Screen title={made.label} description="The client is there." above={<ClientsLink />} width="narrow">
        <NewSecret
          id={made.id}
          secret={made.secret}
          mayActForItself={made.grants.includes('client_credentials')}
          onDone={() => {
            void leave(made.id);
          }}
        />
      </Screen>
    );
  return (
    <Screen title="New API client" above={<ClientsLink />} width="narrow">
      <UnsavedChanges when={draft.isChanged} />
      <Form onSubmit={create.mutate} failure={create.error} shown={CLIENT_POINTERS} gap="lg">
        <Card withBorder>
          <Text size="sm" fw={500} mb={4} id="kind">
            What kind of program is it?
          </Text>
          <SegmentedControl
            fullWidth
            aria-labelledby="kind"
            data={KINDS}
            value={confidential ? 'confidential' : 'public'}
            onChange={(kind) => {
              setConfidential(kind === 'confidential');
              draft.set('requirePkce', true);
              draft.set(
                'grants',
                kind === 'confidential' ? EMPTY.grants : ['authorization_code', 'refresh_token'],
              );
            }}
          />
          <Text size="sm" c="dimmed" mt="xs" mb="lg">
            {confidential
              ? 'It runs where only you can look, so it can keep a secret.'
              : 'It runs on the devices of others, where no secret is safe: it gets none, and uses PKCE.'}
          </Text>
          <ClientFields draft={draft} confidential={confidential} failure={create.error} />
        </Card>
        <FormButtons submit="Create client" isSaving={create.isPending} />
      </Form>
    </Screen>
  );
}

/** Lines that were left empty are no redirect URIs. */
function bodyOf({ user, redirectUris, ...values }: ClientValues): object {
  const uris = redirectUris.filter((uri) => uri !== '');
  return { ...values, redirectUris: uris, ...(user === null ? {} : { user }) };
}
