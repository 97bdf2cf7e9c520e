import { t } from '@lingui/core/macro';
import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useAction } from '../forms/use-action.js';
import { buildPath, managementApi } from '../management-api/management-api.js';
import type { Delivery } from '../management-api/operations-resources.js';

interface RedeliverButtonProps extends ButtonProps {
  readonly webhookId: string;
  readonly delivery: Delivery;
}

/** The button that starts a finished delivery again, or attempts a waiting one now; absent during an attempt. */
export function RedeliverButton({ webhookId, delivery, ...props }: RedeliverButtonProps): ReactNode {
  const { id, state, type, subject } = delivery;
  const isWaiting = state === 'pending';
  const name = isWaiting ? t`Send now` : t`Redeliver`;
  const redeliver = useAction({
    mutationFn: () =>
      managementApi.post(`/webhooks${buildPath(webhookId)}/deliveries${buildPath(id)}/redeliver`),
    successMessage: isWaiting ? t`The delivery is sent now` : t`The delivery starts again`,
    invalidates: [['webhooks']],
    toastErrors: true,
  });
  if (state === 'delivering') return null;
  return (
    <Button
      variant="default"
      {...props}
      loading={redeliver.isPending}
      aria-label={t`${name}: ${type} of ${subject.type} ${subject.id}`}
      onClick={() => {
        redeliver.mutate();
      }}
    >
      {name}
    </Button>
  );
}
