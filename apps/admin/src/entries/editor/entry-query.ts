import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ApiResponse } from '../../http/send.js';
import type { EntryDocument, Identifier } from '../../jsonapi/document.js';
import { jsonApi } from '../../jsonapi/json-api.js';
import { isNew } from '../new-id.js';
import type { ResourceType } from '../resource-type.js';
import { createBlankDocument } from './new-entry.js';

/** The query key of the entry that an editor shows. */
export function getEntryKey({ type, id }: Identifier): readonly string[] {
  return ['entry', type, id];
}

/**
 * The entry of an editor: a blank one that is not stored yet, or the stored one as its working copy shows it, in the version that
 * was opened, or that a save returned; a save with
 * If-Match detects newer versions (412). It is forgotten with the editor, so that the entry is read again when it is opened again.
 */
export function useEntryQuery(
  { type, id }: Identifier,
  resourceType: ResourceType | null | undefined,
): UseQueryResult<ApiResponse<EntryDocument>> {
  const queryClient = useQueryClient();
  useEffect(
    () => () => {
      queryClient.removeQueries({ queryKey: getEntryKey({ type, id }), exact: true });
    },
    [queryClient, type, id],
  );
  return useQuery({
    queryKey: getEntryKey({ type, id }),
    queryFn: () =>
      isNew({ id }) && resourceType
        ? createBlankDocument(resourceType)
        : jsonApi.get({ type, id }, { revision: 'working-copy' }),
    // The blank one needs the fields of the type.
    enabled: !isNew({ id }) || resourceType !== undefined,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}
