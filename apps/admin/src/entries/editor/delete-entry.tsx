import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { confirm } from '../../forms/confirm.js';
import { useAct } from '../../forms/use-act.js';
import type { Identifier } from '../../jsonapi/document.js';
import { jsonApi } from '../../jsonapi/json-api.js';

export function DeleteEntry({ entry }: { readonly entry: Identifier }): ReactNode {
  const navigate = useNavigate();
  const remove = useAct({
    act: () => jsonApi.remove(entry),
    done: 'Deleted',
    refresh: [['entries'], ['content-model']],
    then: () => navigate({ to: '/entries/$type', params: { type: entry.type }, ignoreBlocker: true }),
    sayFailure: true,
  });
  return (
    <Button
      variant="light"
      color="red"
      loading={remove.isPending}
      onClick={() => {
        confirm({
          title: 'Delete this entry?',
          text: 'References to it end as well. This cannot be undone.',
          act: 'Delete entry',
          onConfirm: () => {
            remove.mutate();
          },
        });
      }}
    >
      Delete
    </Button>
  );
}
