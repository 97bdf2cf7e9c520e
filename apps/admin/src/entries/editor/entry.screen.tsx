import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Loaded } from '../../frame/loaded.js';
import { NotFound } from '../../frame/not-found.js';
import { Screen } from '../../frame/screen.js';
import { jsonApi } from '../../jsonapi/json-api.js';
import * as queries from '../../manage/queries.js';
import { ReadOnlyNotice } from '../read-only-notice.js';
import { useResourceType } from '../resource-type.js';
import { titleOf } from '../title-of.js';
import { DeleteEntry } from './delete-entry.js';
import { EntriesLink } from './entries-link.js';
import { EntryForm } from './entry-form.js';

const route = getRouteApi('/entries/$type/$id');

export function EntryScreen(): ReactNode {
  const { type, id } = route.useParams();
  const { data: model } = useQuery(queries.contentModel);
  const resourceType = useResourceType(type);
  const query = useQuery({
    queryKey: ['entry', type, id],
    queryFn: () => jsonApi.get({ type, id }),
    // What somebody is editing does not change beneath their hands; saving finds out whether it has changed.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (resourceType === null) return <NotFound />;
  const entry = query.data?.body.data;
  return (
    <Screen
      title={entry !== undefined && model !== undefined ? titleOf(entry, model) : 'Entry'}
      above={<EntriesLink type={type} label={resourceType?.label ?? 'Entries'} />}
      actions={resourceType?.entity.writable === true && entry !== undefined && <DeleteEntry entry={entry} />}
    >
      {resourceType?.entity.writable === true && <ReadOnlyNotice />}
      <Loaded query={query}>
        {({ body, etag }) =>
          resourceType !== undefined && (
            <EntryForm
              key={id}
              resourceType={resourceType}
              entry={body.data}
              etag={etag}
              onReload={() => query.refetch()}
            />
          )
        }
      </Loaded>
    </Screen>
  );
}
