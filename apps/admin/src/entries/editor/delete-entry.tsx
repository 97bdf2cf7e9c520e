import { t } from '@lingui/core/macro';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ConfirmButton } from '../../forms/confirm.js';
import { useAction } from '../../forms/use-action.js';
import type { Identifier } from '../../jsonapi/document.js';
import { jsonApi } from '../../jsonapi/json-api.js';
import { DeletionText } from '../deletion-text.js';
import { getLastSearch } from '../list/last-search.js';
import type { ResourceType } from '../resource-type.js';

interface DeleteEntryProps {
  readonly entry: Identifier;
  readonly title: string;
  readonly resourceType: ResourceType;
}

/** The button that deletes an entry after confirmation. */
export function DeleteEntry({ entry, title, resourceType }: DeleteEntryProps): ReactNode {
  const navigate = useNavigate();
  const remove = useAction({
    mutationFn: () => jsonApi.remove(entry),
    successMessage: t`Deleted`,
    invalidates: [['entries'], ['content-model'], ['trash']],
    onSuccess: () =>
      navigate({
        to: '/entries/$type',
        params: { type: entry.type },
        search: getLastSearch(entry.type),
        ignoreBlocker: true,
      }),
    toastErrors: true,
  });
  return (
    <ConfirmButton
      variant="light"
      color="red"
      loading={remove.isPending}
      question={{
        title: t`Delete «${title}»?`,
        text: <DeletionText resourceType={resourceType} ids={[entry.id]} />,
        confirmLabel: t`Delete entry`,
      }}
      onConfirm={remove.mutate}
    >
      {t`Delete`}
    </ConfirmButton>
  );
}
