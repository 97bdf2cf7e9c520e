import { t } from '@lingui/core/macro';
import { Badge, Card, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Form } from '../forms/form.js';
import { FormButtons } from '../forms/form-buttons.js';
import { resetForm, useDraft } from '../forms/use-draft.js';
import { useOpenErrors } from '../forms/use-open-errors.js';
import { UnsavedChanges } from '../forms/unsaved-changes.js';
import { useAction } from '../forms/use-action.js';
import { QueryBoundary } from '../layout/query-boundary.js';
import { BackLink } from '../layout/links.js';
import { Screen } from '../layout/screen.js';
import type { ApiResponse } from '../http/send.js';
import { managementApi, buildPath } from '../management-api/management-api.js';
import * as queries from '../management-api/queries.js';
import type { ApiClient } from '../management-api/resources.js';
import { ClientActions } from './client-actions.js';
import { ClientFields, CLIENT_POINTERS, type ClientValues } from './client-fields.js';
import { ClientDetails } from './client-details.js';
import { ClientSignIn } from './client-sign-in.js';
import { toRequestBody } from './client-request.js';

const route = getRouteApi('/api-clients/$id');

/** An API client: its details, actions and form. */
export function ApiClientScreen(): ReactNode {
  const { id } = route.useParams();
  const query = useQuery(queries.apiClient(id));
  return (
    <Screen
      title={query.data?.body.label ?? t`API client`}
      above={<BackLink to="/api-clients">{t`API clients`}</BackLink>}
      width="narrow"
      actions={
        query.data?.body.enabled === false && (
          <Badge color="gray" size="lg">
            {t`disabled`}
          </Badge>
        )
      }
    >
      <QueryBoundary query={query}>
        {(response) => (
          <>
            <ClientDetails client={response.body} />
            <ClientActions client={response.body} />
            {response.body.grants.includes('authorization_code') && <ClientSignIn client={response.body} />}
            <ClientForm key={id} response={response} />
          </>
        )}
      </QueryBoundary>
    </Screen>
  );
}

function ClientForm({
  response: { body: client, etag },
}: {
  readonly response: ApiResponse<ApiClient>;
}): ReactNode {
  const draft = useDraft<ClientValues>(toFormValues(client), etag);
  const save = useAction({
    mutationFn: async () =>
      managementApi.patch(
        `/api-clients${buildPath(client.id)}`,
        toRequestBody(draft.values, draft.changes),
        draft.etag,
      ),
    successMessage: t`Saved`,
    invalidates: [['api-clients']],
    onSuccess: draft.reset,
  });
  const failure = useOpenErrors(save.error, draft.values);
  return (
    <Card withBorder>
      <UnsavedChanges when={draft.isChanged} />
      <Title order={2} size="h4" mb="lg">
        {t`What it may do`}
      </Title>
      <Form
        onSubmit={save.mutate}
        failure={failure}
        inputPointers={CLIENT_POINTERS}
        onReload={resetForm(draft, save)}
        unsaved={{ form: `api-clients/${client.id}`, draft }}
        gap="lg"
      >
        <ClientFields draft={draft} confidential={client.confidential} failure={failure} />
        <FormButtons submit={t`Save`} isSaving={save.isPending} disabled={!draft.isChanged} />
      </Form>
    </Card>
  );
}

function toFormValues(client: ApiClient): ClientValues {
  const { label, allowedScopes, redirectUris, grants, user, rememberConsent, requirePkce } = client;
  return { label, allowedScopes, redirectUris, grants, user, rememberConsent, requirePkce };
}
