import { t } from '@lingui/core/macro';
import { Card, Stack, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Form } from '../forms/form.js';
import { FormButtons } from '../forms/form-buttons.js';
import { UnsavedChanges } from '../forms/unsaved-changes.js';
import { useAction } from '../forms/use-action.js';
import { resetForm, useDraft } from '../forms/use-draft.js';
import { useOpenErrors } from '../forms/use-open-errors.js';
import type { ApiResponse } from '../http/send.js';
import { BackLink } from '../layout/links.js';
import { QueryBoundary } from '../layout/query-boundary.js';
import { Screen } from '../layout/screen.js';
import { buildPath, managementApi } from '../management-api/management-api.js';
import type { Webhook } from '../management-api/operations-resources.js';
import * as queries from '../management-api/queries.js';
import { DeliveryList } from './delivery-list.js';
import { WebhookActions } from './webhook-actions.js';
import { WebhookDetails } from './webhook-details.js';
import { WebhookFields } from './webhook-fields.js';
import { WebhookBadge, WebhookNotice } from './webhook-state.js';
import { toRequestBody, toWebhookValues, WEBHOOK_POINTERS, WEBHOOK_SECRETS } from './webhook-values.js';

const route = getRouteApi('/webhooks/$id');

/** A webhook: its state, its actions, its deliveries and its form. */
export function WebhookScreen(): ReactNode {
  const { id } = route.useParams();
  const { tab = 'deliveries' } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(queries.webhook(id));
  const webhook = query.data?.body;
  return (
    <Screen
      title={webhook?.label ?? t`Webhook`}
      description={webhook?.url}
      above={<BackLink to="/webhooks">{t`Webhooks`}</BackLink>}
      actions={webhook !== undefined && <WebhookBadge webhook={webhook} size="lg" />}
    >
      <QueryBoundary query={query}>
        {(response) => (
          <>
            <WebhookNotice webhook={response.body} />
            <WebhookActions webhook={response.body} />
            <Tabs
              value={tab}
              onChange={(chosen) => {
                void navigate({
                  search: (before) => ({ ...before, tab: chosen === 'settings' ? chosen : undefined }),
                  replace: true,
                });
              }}
            >
              <Tabs.List mb="lg">
                <Tabs.Tab value="deliveries">{t`Deliveries`}</Tabs.Tab>
                <Tabs.Tab value="settings">{t`Settings`}</Tabs.Tab>
              </Tabs.List>
              <Tabs.Panel value="deliveries">
                <DeliveryList webhookId={id} />
              </Tabs.Panel>
              <Tabs.Panel value="settings">
                <Stack maw={860}>
                  <WebhookDetails webhook={response.body} />
                  <WebhookForm key={id} response={response} />
                </Stack>
              </Tabs.Panel>
            </Tabs>
          </>
        )}
      </QueryBoundary>
    </Screen>
  );
}

function WebhookForm({
  response: { body: webhook, etag },
}: {
  readonly response: ApiResponse<Webhook>;
}): ReactNode {
  const draft = useDraft(toWebhookValues(webhook), etag);
  const save = useAction({
    mutationFn: async () =>
      managementApi.patch(`/webhooks${buildPath(webhook.id)}`, toRequestBody(draft.changes), draft.etag),
    successMessage: t`Saved`,
    invalidates: [['webhooks']],
    onSuccess: draft.reset,
  });
  const failure = useOpenErrors(save.error, draft.values);
  return (
    <Card withBorder>
      <UnsavedChanges when={draft.isChanged} />
      <Form
        onSubmit={save.mutate}
        failure={failure}
        inputPointers={WEBHOOK_POINTERS}
        onReload={resetForm(draft, save)}
        unsaved={{ form: `webhooks/${webhook.id}`, draft, omit: WEBHOOK_SECRETS }}
        gap="lg"
      >
        <WebhookFields draft={draft} headerNames={webhook.headerNames} failure={failure} />
        <FormButtons submit={t`Save`} isSaving={save.isPending} disabled={!draft.isChanged} />
      </Form>
    </Card>
  );
}
