import { t } from '@lingui/core/macro';
import { Button, Group, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { ConfirmButton } from '../forms/confirm.js';
import { EnabledButton } from '../forms/enabled-button.js';
import { FormDialog } from '../forms/form-dialog.js';
import { RotateSecret } from '../forms/rotate-secret.js';
import { useAction } from '../forms/use-action.js';
import { IconRepeat, IconSend } from '../icons/icons.js';
import { buildPath, managementApi } from '../management-api/management-api.js';
import type { AttemptWithRequest, Webhook } from '../management-api/operations-resources.js';
import { ReplayForm } from '../replays/replay-form.js';
import { getCategory } from './event-selection.js';
import { MissedEvents } from './missed-events.js';
import { SigningSecret } from './signing-secret.js';
import { TestResult } from './test-result.js';

const invalidates = [['webhooks']];

/** Buttons to test, send events again, rotate the secret, disable or enable, and delete. */
export function WebhookActions({ webhook }: { readonly webhook: Webhook }): ReactNode {
  const { id, label, enabled } = webhook;
  const path = `/webhooks${buildPath(id)}`;
  const navigate = useNavigate();
  const [secret, setSecret] = useState<string>();
  const [isReplaying, replaying] = useDisclosure();
  const [missedFrom, setMissedFrom] = useState<string>();
  const test = useAction({
    mutationFn: () => managementApi.post<AttemptWithRequest>(`${path}/test`),
    invalidates: [],
    toastErrors: true,
  });
  const toggle = useAction({
    mutationFn: () => managementApi.patch<Webhook>(path, { enabled: !enabled }),
    successMessage: enabled ? t`The webhook is disabled: it is not called` : t`The webhook is enabled`,
    invalidates,
    onSuccess: ({ body }) => {
      if (body.enabled && body.replayFrom !== null) setMissedFrom(body.replayFrom);
    },
    toastErrors: true,
  });
  const remove = useAction({
    mutationFn: () => managementApi.delete(path),
    successMessage: t`${label} is deleted`,
    invalidates,
    onSuccess: () => navigate({ to: '/webhooks', ignoreBlocker: true }),
    toastErrors: true,
  });
  return (
    <Stack>
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<IconSend size={16} />}
          loading={test.isPending}
          onClick={() => {
            test.mutate();
          }}
        >
          {t`Send a test`}
        </Button>
        {enabled && (
          <Button variant="default" leftSection={<IconRepeat size={16} />} onClick={replaying.open}>
            {t`Send events again`}
          </Button>
        )}
        <RotateSecret
          path={`${path}/secret`}
          invalidates={invalidates}
          hasEarlierSecret={webhook.previousSecretUntil !== null}
          onRotated={setSecret}
        />
        <EnabledButton
          enabled={enabled}
          question={{
            title: t`Disable ${label}?`,
            text: t`It is not called until it is enabled again. Events of this time can be sent then.`,
            confirmLabel: t`Disable webhook`,
          }}
          onToggle={() => {
            toggle.mutate();
          }}
        />
        <ConfirmButton
          variant="light"
          color="red"
          question={{
            title: t`Delete ${label}?`,
            text: t`It is not called any more, and its deliveries are deleted as well. This cannot be undone.`,
            confirmLabel: t`Delete webhook`,
          }}
          onConfirm={remove.mutate}
        >
          {t`Delete`}
        </ConfirmButton>
      </Group>
      {missedFrom !== undefined && (
        <MissedEvents
          path={`${path}/replay`}
          from={missedFrom}
          onClose={() => {
            setMissedFrom(undefined);
          }}
        />
      )}
      <FormDialog opened={isReplaying} onClose={replaying.close} title={t`Send events again`}>
        <ReplayForm
          path={`${path}/replay`}
          description={t`${label} gets the events of this time once more, as far as they are selected for it.`}
          hasDeliveries
          category={getCategory(webhook.visibility)}
          onClose={replaying.close}
        />
      </FormDialog>
      {test.data !== undefined && <TestResult attempt={test.data.body} onClose={test.reset} />}
      {secret !== undefined && (
        <SigningSecret
          webhook={webhook}
          secret={secret}
          onDone={() => {
            setSecret(undefined);
          }}
        />
      )}
    </Stack>
  );
}
