import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAct } from '../forms/use-act.js';
import { manage, pathTo } from '../manage/manage.js';
import type { Bundle } from '../manage/shapes.js';
import { confirmRemoval } from './confirm-removal.js';

export function RemoveBundle({
  bundle: { entityType, bundle, label, entries },
}: {
  readonly bundle: Bundle;
}): ReactNode {
  const navigate = useNavigate();
  const remove = useAct({
    act: ({ force }: { force: boolean }) =>
      manage.delete(`/bundles${pathTo(entityType, bundle)}${force ? '?force=true' : ''}`),
    done: `${label} is removed`,
    refresh: [['content-model'], ['entries']],
    then: () => navigate({ to: '/content-model', ignoreBlocker: true }),
    sayFailure: true,
  });
  return (
    <Button
      variant="light"
      color="red"
      loading={remove.isPending}
      onClick={() => {
        confirmRemoval({
          what: label,
          affected: entries,
          effect: 'They cannot be reached any more, and references to them end.',
          onConfirm: (force) => {
            remove.mutate({ force });
          },
        });
      }}
    >
      Remove type
    </Button>
  );
}
