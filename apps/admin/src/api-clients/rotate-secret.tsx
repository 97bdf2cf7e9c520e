import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { useAction } from '../forms/use-action.js';
import { FailureNotice } from '../layout/failure-notice.js';
import { managementApi, buildPath } from '../management-api/management-api.js';
import type { ApiClient, ApiClientWithSecret } from '../management-api/resources.js';

const GRACE = [
  { value: '0', label: 'End at once' },
  { value: '3600', label: 'Stay valid for an hour' },
  { value: '86400', label: 'Stay valid for a day' },
  { value: '604800', label: 'Stay valid for a week' },
];

interface RotateSecretProps {
  readonly client: ApiClient;
  readonly onRotated: (secret: string) => void;
}

/** The button and the dialog for a new secret; the present one stays valid for a grace time. */
export function RotateSecret({ client: { id, secrets }, onRotated }: RotateSecretProps): ReactNode {
  const [opened, { open, close }] = useDisclosure();
  const [grace, setGrace] = useState('86400');
  const rotate = useAction({
    mutationFn: () =>
      managementApi.post<ApiClientWithSecret>(`/api-clients${buildPath(id)}/secret`, {
        graceSeconds: Number(grace),
      }),
    invalidates: [['api-clients']],
    onSuccess: ({ body }) => {
      close();
      onRotated(body.secret ?? '');
    },
  });
  return (
    <>
      <Button variant="default" onClick={open}>
        New secret
      </Button>
      <Modal opened={opened} onClose={close} title="Make a new secret">
        <Stack>
          <FailureNotice failure={rotate.error} />
          <Select
            label="The present secret will"
            data={GRACE}
            value={grace}
            allowDeselect={false}
            onChange={(chosen) => {
              setGrace(chosen ?? '0');
            }}
          />
          {secrets.length > 1 && (
            <Text size="sm">The earlier secret, still in its grace time, ends at once.</Text>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button
              loading={rotate.isPending}
              onClick={() => {
                rotate.mutate();
              }}
            >
              Make secret
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
