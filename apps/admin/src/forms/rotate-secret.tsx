import { t } from '@lingui/core/macro';
import { Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { FailureNotice } from '../layout/failure-notice.js';
import { managementApi } from '../management-api/management-api.js';
import { useAction } from './use-action.js';

const GRACE = [
  { value: '0', label: t`End at once` },
  { value: '3600', label: t`Stay valid for an hour` },
  { value: '86400', label: t`Stay valid for a day` },
  { value: '604800', label: t`Stay valid for a week` },
];

interface RotateSecretProps {
  /** Path of the endpoint that creates the secret, such as `/api-clients/website/secret`. */
  readonly path: string;
  readonly invalidates: readonly (readonly string[])[];
  /** Whether an earlier secret is in its grace time. */
  readonly hasEarlierSecret: boolean;
  readonly onRotated: (secret: string) => void;
}

/** The button and the dialog for a new secret; the current one stays valid for a grace time. */
export function RotateSecret({
  path,
  invalidates,
  hasEarlierSecret,
  onRotated,
}: RotateSecretProps): ReactNode {
  const [opened, { open, close }] = useDisclosure();
  const [grace, setGrace] = useState('86400');
  const rotate = useAction({
    mutationFn: () => managementApi.post<{ secret?: string }>(path, { graceSeconds: Number(grace) }),
    invalidates,
    onSuccess: ({ body }) => {
      close();
      onRotated(body.secret ?? '');
    },
  });
  return (
    <>
      <Button variant="default" onClick={open}>
        {t`New secret`}
      </Button>
      <Modal opened={opened} onClose={close} title={t`Make a new secret`}>
        <Stack>
          <FailureNotice failure={rotate.error} />
          <Select
            label={t`The current secret will`}
            data={GRACE}
            value={grace}
            allowDeselect={false}
            onChange={(chosen) => {
              setGrace(chosen ?? '0');
            }}
          />
          {hasEarlierSecret && (
            <Text size="sm">{t`The earlier secret, still in its grace time, ends at once.`}</Text>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {t`Cancel`}
            </Button>
            <Button
              loading={rotate.isPending}
              onClick={() => {
                rotate.mutate();
              }}
            >
              {t`Make secret`}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
