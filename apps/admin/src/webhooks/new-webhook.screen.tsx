import { t } from '@lingui/core/macro';
import { Card, Divider, Radio, Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Form } from '../forms/form.js';
import { FormButtons } from '../forms/form-buttons.js';
import { UnsavedChanges } from '../forms/unsaved-changes.js';
import { useAction } from '../forms/use-action.js';
import { useDraft } from '../forms/use-draft.js';
import { useOpenErrors } from '../forms/use-open-errors.js';
import { findFieldError } from '../http/field-errors.js';
import { BackLink } from '../layout/links.js';
import { Screen } from '../layout/screen.js';
import { managementApi } from '../management-api/management-api.js';
import type { SignatureScheme, WebhookWithSecret } from '../management-api/operations-resources.js';
import { SigningSecret } from './signing-secret.js';
import { WebhookFields } from './webhook-fields.js';
import {
  NEW_WEBHOOK,
  toRequestBody,
  WEBHOOK_POINTERS,
  WEBHOOK_SECRETS,
  type WebhookValues,
} from './webhook-values.js';

const SIGNATURES: readonly {
  readonly value: SignatureScheme;
  readonly label: string;
  readonly description: string;
}[] = [
  {
    value: 'v1',
    label: t`Shared secret`,
    description: t`HMAC-SHA256 (v1), which every library of Standard Webhooks verifies.`,
  },
  {
    value: 'v1a',
    label: t`Key pair`,
    description: t`Ed25519 (v1a); receivers need the public key only.`,
  },
];

type NewValues = WebhookValues & { readonly signature: SignatureScheme };

/** The form of a new webhook; after its creation the secret. */
export function NewWebhookScreen(): ReactNode {
  const navigate = useNavigate();
  const draft = useDraft<NewValues>({ ...NEW_WEBHOOK, signature: 'v1' });
  const { signature } = draft.values;
  const create = useAction({
    mutationFn: async () => managementApi.post<WebhookWithSecret>('/webhooks', toRequestBody(draft.values)),
    invalidates: [['webhooks']],
  });
  const failure = useOpenErrors(create.error, draft.values);
  const created = create.data?.body;
  const above = <BackLink to="/webhooks">{t`Webhooks`}</BackLink>;
  if (created !== undefined)
    return (
      <Screen title={created.label} description={t`The webhook is created.`} above={above} width="narrow">
        <SigningSecret
          webhook={created}
          secret={created.secret}
          onDone={() => {
            void navigate({ to: '/webhooks/$id', params: { id: created.id }, ignoreBlocker: true });
          }}
        />
      </Screen>
    );
  return (
    <Screen title={t`New webhook`} above={above} width="narrow">
      <UnsavedChanges when={draft.isChanged} />
      <Form
        onSubmit={create.mutate}
        failure={failure}
        inputPointers={WEBHOOK_POINTERS}
        unsaved={{ form: 'webhooks/new', draft, omit: WEBHOOK_SECRETS }}
        gap="lg"
      >
        <Card withBorder>
          <Stack gap="lg">
            <WebhookFields draft={draft} failure={failure} />
            <Divider label={t`How calls are signed`} labelPosition="left" />
            <Radio.Group
              label={t`Signature`}
              description={t`Receivers verify that a call comes from this service. It cannot be changed later.`}
              value={signature}
              error={findFieldError(failure, '/signature', t`Signature`)}
              onChange={(chosen) => {
                draft.set('signature', chosen);
              }}
            >
              <Stack gap="xs" mt="xs">
                {SIGNATURES.map((choice) => (
                  <Radio key={choice.value} {...choice} />
                ))}
              </Stack>
            </Radio.Group>
          </Stack>
        </Card>
        <FormButtons submit={t`Create webhook`} isSaving={create.isPending} />
      </Form>
    </Screen>
  );
}
