import { t } from '@lingui/core/macro';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAction } from '../forms/use-action.js';
import { IconRepeat } from '../icons/icons.js';
import { managementApi } from '../management-api/management-api.js';
import type { Job } from '../management-api/operations-resources.js';

interface MissedEventsProps {
  /** Path of the replay in the management API. */
  readonly path: string;
  /** The cursor behind which it begins. */
  readonly from: string;
  readonly onClose: () => void;
}

/** Offers to send the events of the time in which a webhook was disabled. The job that does so is shown behind it. */
export function MissedEvents({ path, from, onClose }: MissedEventsProps): ReactNode {
  const navigate = useNavigate();
  const replay = useAction({
    mutationFn: () => managementApi.post<Job>(path, { from }),
    successMessage: t`The events are being sent`,
    invalidates: [['jobs']],
    onSuccess: ({ body: { id } }) => {
      onClose();
      void navigate({ to: '/jobs/$id', params: { id } });
    },
    toastErrors: true,
  });
  return (
    <Alert c="inherit" title={t`The webhook was not called while it was disabled`}>
      <Stack gap="sm">
        <Text size="sm">{t`Its receiver has missed the events of this time, unless there were none.`}</Text>
        <Group gap="sm">
          <Button
            leftSection={<IconRepeat size={16} />}
            loading={replay.isPending}
            onClick={() => {
              replay.mutate();
            }}
          >
            {t`Send missed events`}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t`Do not send`}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
