import { t } from '@lingui/core/macro';
import { useNavigate } from '@tanstack/react-router';
import { useAction } from '../../forms/use-action.js';
import type { Resource } from '../../jsonapi/document.js';
import { jsonApi } from '../../jsonapi/json-api.js';
import type { ResourceType } from '../resource-type.js';
import { toCopy } from './to-copy.js';

/** Creates a draft with the values of an entry, and opens it. @returns starts it */
export function useDuplicate(resourceType: ResourceType): (entry: Resource) => void {
  const navigate = useNavigate();
  const { mutate } = useAction({
    mutationFn: (entry: Resource) => jsonApi.create(entry.type, toCopy(entry, resourceType)),
    successMessage: t`The copy is a draft`,
    invalidates: [['entries'], ['content-model'], ['trash']],
    toastErrors: true,
    onSuccess: ({ body: { data } }) => navigate({ to: '/entries/$type/$id', params: data }),
  });
  return mutate;
}
