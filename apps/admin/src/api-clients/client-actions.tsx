import { t } from '@lingui/core/macro';
import { Group, Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { ConfirmButton } from '../forms/confirm.js';
import { EnabledButton } from '../forms/enabled-button.js';
import { RotateSecret } from '../forms/rotate-secret.js';
import { useAction } from '../forms/use-action.js';
import { managementApi, buildPath } from '../management-api/management-api.js';
import type { ApiClient } from '../management-api/resources.js';
import { NewSecret } from './new-secret.js';

const invalidates = [['api-clients']];

/** Buttons to rotate the secret, disable, revoke tokens and delete. */
export function ClientActions({ client }: { readonly client: ApiClient }): ReactNode {
  const { id, label, enabled, confidential, grants, secrets } = client;
  const path = `/api-clients${buildPath(id)}`;
  const navigate = useNavigate();
  const [secret, setSecret] = useState<string>();
  const toggle = useAction({
    mutationFn: () => managementApi.patch(path, { enabled: !enabled }),
    successMessage: enabled
      ? t`The client is disabled: no tokens are issued to it`
      : t`The client is enabled`,
    invalidates,
    toastErrors: true,
  });
  const revoke = useAction({
    mutationFn: () => managementApi.delete(`${path}/tokens`),
    successMessage: t`Its tokens are revoked`,
    invalidates,
    toastErrors: true,
  });
  const remove = useAction({
    mutationFn: () => managementApi.delete(path),
    successMessage: t`${label} is deleted`,
    invalidates,
    onSuccess: () => navigate({ to: '/api-clients', ignoreBlocker: true }),
    toastErrors: true,
  });

  return (
    <Stack>
      <Group gap="sm">
        {confidential && (
          <RotateSecret
            path={`${path}/secret`}
            invalidates={invalidates}
            hasEarlierSecret={secrets.length > 1}
            onRotated={setSecret}
          />
        )}
        <EnabledButton
          enabled={enabled}
          question={{
            title: t`Disable ${label}?`,
            text: t`It gets no tokens any more, and those it has end at once. It can be enabled again.`,
            confirmLabel: t`Disable client`,
          }}
          onToggle={() => {
            toggle.mutate();
          }}
        />
        <ConfirmButton
          variant="default"
          question={{
            title: t`Revoke its tokens?`,
            text: t`Every access and refresh token of this client is revoked now. The client can request new ones.`,
            confirmLabel: t`Revoke tokens`,
          }}
          onConfirm={revoke.mutate}
        >
          {t`Revoke tokens`}
        </ConfirmButton>
        <ConfirmButton
          variant="light"
          color="red"
          question={{
            title: t`Delete ${label}?`,
            text: t`Programs that use it stop working at once. This cannot be undone.`,
            confirmLabel: t`Delete client`,
          }}
          onConfirm={remove.mutate}
        >
          {t`Delete`}
        </ConfirmButton>
      </Group>
      {secret !== undefined && (
        <NewSecret
          id={id}
          secret={secret}
          hasClientCredentials={grants.includes('client_credentials')}
          onDone={() => {
            setSecret(undefined);
          }}
        />
      )}
    </Stack>
  );
}
