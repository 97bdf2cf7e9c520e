import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useAction } from '../forms/use-action.js';
import { buildPath, managementApi } from '../management-api/management-api.js';
import type { Delivery } from '../management-api/operations-resources.js';

interface RedeliverButtonProps extends ButtonProps {
  readonly webhookId: string;
  readonly delivery: Delivery;
}

/** The button that starts a finished delivery again; absent while attempts are made by themselves. */
export function RedeliverButton({ webhookId, delivery, ...props }: RedeliverButtonProps): ReactNode {
  const { id, state, type, subject } = delivery;
  const redeliver = useAction({
    mutationFn: () =>
      managementApi.post(`/webhooks${buildPath(webhookId)}/deliveries${buildPath(id)}/redeliver`),
    successMessage: 'The delivery starts again',
    invalidates: [['webhooks']],
    toastErrors: true,
  });
  if (state === 'pending' || state === 'delivering') return null;
  return (
    <Button
      variant="default"
      {...props}
      loading={redeliver.isPending}
      aria-label={`Redeliver ${type} of ${subject.type} ${subject.id}`}
      onClick={() => {
        redeliver.mutate();
      }}
    >
      Redeliver
    </Button>
  );
}
