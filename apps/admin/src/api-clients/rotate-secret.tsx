import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { useAct } from '../forms/use-act.js';
import { FailureNotice } from '../frame/failure-notice.js';
import { manage, pathTo } from '../manage/manage.js';
import type { ApiClient, ApiClientWithSecret } from '../manage/shapes.js';

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

/** A new secret. For a grace time the present one goes on, so that no program stops in between. */
export function RotateSecret({ client: { id, secrets }, onRotated }: RotateSecretProps): ReactNode {
  const [opened, { open, close }] = useDisclosure();
  const [grace, setGrace] = useState('86400');
  const rotate = useAct({
    act: () =>
      manage.post<ApiClientWithSecret>(`/api-clients${pathTo(id)}/secret`, { graceSeconds: Number(grace) }),
    refresh: [['api-clients']],
    then: ({ body }) => {
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
            label="The present secret shall"
            data={GRACE}
            value={grace}
            allowDeselect={false}
            onChange={(chosen) => {
              setGrace(chosen ?? '0');
            }}
          />
          {secrets.length > 1 && (
            <Text size="sm">The secret before it, which still is in its grace time, ends at once.</Text>
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
