import { t } from '@lingui/core/macro';
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAction } from '../forms/use-action.js';
import { managementApi, buildPath } from '../management-api/management-api.js';
import type { Bundle } from '../management-api/resources.js';
import { confirmRemoval } from './confirm-removal.js';

export function RemoveBundle({
  bundle: { entityType, bundle, label, entries },
}: {
  readonly bundle: Bundle;
}): ReactNode {
  const navigate = useNavigate();
  const remove = useAction({
    mutationFn: ({ force }: { force: boolean }) =>
      managementApi.changeModel(
        'DELETE',
        `/bundles${buildPath(entityType, bundle)}${force ? '?force=true' : ''}`,
      ),
    successMessage: t`${label} is removed`,
    invalidates: [['content-model'], ['entries']],
    onSuccess: () => navigate({ to: '/content-model', ignoreBlocker: true }),
    toastErrors: true,
  });
  return (
    <Button
      variant="light"
      color="red"
      loading={remove.isPending}
      onClick={() => {
        confirmRemoval({
          name: label,
          affected: entries,
          effect: t`They stay stored, but cannot be reached unless a type with the same machine name is added again. References to them end.`,
          onConfirm: (force) => {
            remove.mutate({ force });
          },
        });
      }}
    >
      {t`Remove type`}
    </Button>
  );
}
