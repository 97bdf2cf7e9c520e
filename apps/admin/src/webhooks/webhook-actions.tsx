import { Button, Group, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconRepeat, IconSend } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { ConfirmButton } from '../forms/confirm.js';
import { EnabledButton } from '../forms/enabled-button.js';
import { FormDialog } from '../forms/form-dialog.js';
import { RotateSecret } from '../forms/rotate-secret.js';
import { useAction } from '../forms/use-action.js';
import { buildPath, managementApi } from '../management-api/management-api.js';
import type { DeliveryAttempt, Webhook } from '../management-api/operations-resources.js';
import { ReplayForm } from '../replays/replay-form.js';
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
  const test = useAction({
    mutationFn: () => managementApi.post<DeliveryAttempt>(`${path}/test`),
    invalidates: [],
    toastErrors: true,
  });
  const toggle = useAction({
    mutationFn: () => managementApi.patch(path, { enabled: !enabled }),
    successMessage: enabled ? 'The webhook is disabled: it is not called' : 'The webhook is enabled',
    invalidates,
    toastErrors: true,
  });
  const remove = useAction({
    mutationFn: () => managementApi.delete(path),
    successMessage: `${label} is deleted`,
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
          Send a test
        </Button>
        {enabled && (
          <Button variant="default" leftSection={<IconRepeat size={16} />} onClick={replaying.open}>
            Send events again
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
            title: `Disable ${label}?`,
            text: 'It is not called until it is enabled again. Events of this time are not delivered later.',
            confirmLabel: 'Disable webhook',
          }}
          onToggle={() => {
            toggle.mutate();
          }}
        />
        <ConfirmButton
          variant="light"
          color="red"
          question={{
            title: `Delete ${label}?`,
            text: 'It is not called any more, and its deliveries are deleted as well. This cannot be undone.',
            confirmLabel: 'Delete webhook',
          }}
          onConfirm={remove.mutate}
        >
          Delete
        </ConfirmButton>
      </Group>
      <FormDialog opened={isReplaying} onClose={replaying.close} title="Send events again">
        <ReplayForm
          path={`${path}/replay`}
          description={`${label} gets the events of this time once more, as far as they are selected for it.`}
          hasDeliveries
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
