import { Button, Group, Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { confirm } from '../forms/confirm.js';
import { useAct } from '../forms/use-act.js';
import { manage, pathTo } from '../manage/manage.js';
import type { ApiClient } from '../manage/shapes.js';
import { NewSecret } from './new-secret.js';
import { RotateSecret } from './rotate-secret.js';

const refresh = [['api-clients']];

/** What is done with a client besides changing its form. */
export function ClientActs({ client }: { readonly client: ApiClient }): ReactNode {
  const { id, label, enabled, confidential, grants } = client;
  const path = `/api-clients${pathTo(id)}`;
  const navigate = useNavigate();
  const [secret, setSecret] = useState<string>();
  const toggle = useAct({
    act: () => manage.patch(path, { enabled: !enabled }),
    done: enabled ? 'The client is disabled: it gets no tokens any more' : 'The client is enabled',
    refresh,
    sayFailure: true,
  });
  const revoke = useAct({
    act: () => manage.delete(`${path}/tokens`),
    done: 'Its tokens have ended',
    refresh,
    sayFailure: true,
  });
  const remove = useAct({
    act: () => manage.delete(path),
    done: `${label} is deleted`,
    refresh,
    then: () => navigate({ to: '/api-clients', ignoreBlocker: true }),
    sayFailure: true,
  });

  return (
    <Stack>
      <Group gap="sm">
        {confidential && <RotateSecret client={client} onRotated={setSecret} />}
        <Button
          variant="default"
          onClick={() => {
            toggle.mutate();
          }}
        >
          {enabled ? 'Disable' : 'Enable'}
        </Button>
        <Button
          variant="default"
          onClick={() => {
            confirm({
              title: 'Revoke its tokens?',
              text: 'Every access and refresh token of this client ends now. It can ask for new ones.',
              act: 'Revoke tokens',
              onConfirm: () => {
                revoke.mutate();
              },
            });
          }}
        >
          Revoke tokens
        </Button>
        <Button
          variant="light"
          color="red"
          onClick={() => {
            confirm({
              title: `Delete ${label}?`,
              text: 'Programs that use it stop working at once. This cannot be undone.',
              act: 'Delete client',
              onConfirm: () => {
                remove.mutate();
              },
            });
          }}
        >
          Delete
        </Button>
      </Group>
      {secret !== undefined && (
        <NewSecret
          id={id}
          secret={secret}
          mayActForItself={grants.includes('client_credentials')}
          onDone={() => {
            setSecret(undefined);
          }}
        />
      )}
    </Stack>
  );
}
