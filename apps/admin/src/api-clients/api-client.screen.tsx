import { Badge, Card, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Form } from '../forms/form.js';
import { FormButtons } from '../forms/form-buttons.js';
import { startOver } from '../forms/start-over.js';
import { UnsavedChanges } from '../forms/unsaved-changes.js';
import { useAct } from '../forms/use-act.js';
import { useDraft } from '../forms/use-draft.js';
import { Loaded } from '../frame/loaded.js';
import { Screen } from '../frame/screen.js';
import type { Answer } from '../http/send.js';
import { manage, pathTo } from '../manage/manage.js';
import * as queries from '../manage/queries.js';
import type { ApiClient } from '../manage/shapes.js';
import { ClientActs } from './client-acts.js';
import { ClientFields, CLIENT_POINTERS, type ClientValues } from './client-fields.js';
import { ClientFacts } from './client-facts.js';
import { ClientsLink } from './clients-link.js';

const route = getRouteApi('/api-clients/$id');

export function ApiClientScreen(): ReactNode {
  const { id } = route.useParams();
  const query = useQuery(queries.apiClient(id));
  return (
    <Screen
      title={query.data?.body.label ?? 'API client'}
      above={<ClientsLink />}
      width="narrow"
      actions={
        query.data?.body.enabled === false && (
          <Badge color="gray" size="lg">
            disabled
          </Badge>
        )
      }
    >
      <Loaded query={query}>
        {(answer) => (
          <>
            <ClientFacts client={answer.body} />
            <ClientActs client={answer.body} />
            <ClientForm key={id} answer={answer} />
          </>
        )}
      </Loaded>
    </Screen>
  );
}

function ClientForm({ answer: { body: client, etag } }: { readonly answer: Answer<ApiClient> }): ReactNode {
  const draft = useDraft<ClientValues>(valuesOf(client), etag);
  const save = useAct({
    act: () => manage.patch(`/api-clients${pathTo(client.id)}`, withoutEmptyUris(draft.changes), draft.etag),
    done: 'Saved',
    refresh: [['api-clients']],
    then: draft.reset,
  });
  return (
    <Card withBorder>
      <UnsavedChanges when={draft.isChanged} />
      <Title order={2} size="h4" mb="lg">
        What it may do
      </Title>
      <Form
        onSubmit={save.mutate}
        failure={save.error}
        shown={CLIENT_POINTERS}
        onReload={startOver(draft, save)}
        gap="lg"
      >
        <ClientFields draft={draft} confidential={client.confidential} failure={save.error} />
        <FormButtons submit="Save" isSaving={save.isPending} disabled={!draft.isChanged} />
      </Form>
    </Card>
  );
}

function valuesOf(client: ApiClient): ClientValues {
  const { label, allowedScopes, redirectUris, grants, user, rememberConsent, requirePkce } = client;
  return { label, allowedScopes, redirectUris, grants, user, rememberConsent, requirePkce };
}

function withoutEmptyUris(changes: Partial<ClientValues>): Partial<ClientValues> {
  const { redirectUris } = changes;
  return redirectUris === undefined
    ? changes
    : { ...changes, redirectUris: redirectUris.filter((uri) => uri !== '') };
}
