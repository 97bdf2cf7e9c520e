import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { QueryBoundary } from '../../layout/query-boundary.js';
import { NotFoundScreen } from '../../layout/error-screens.js';
import { BackLink } from '../../layout/links.js';
import { Screen } from '../../layout/screen.js';
import * as queries from '../../management-api/queries.js';
import { ApiButton } from '../api/api-button.js';
import { toEntryRequest } from '../api/api-request.js';
import { EntryHistory } from '../history/entry-history.js';
import { getLastSearch } from '../list/last-search.js';
import { ReadOnlyNotice } from '../read-only-notice.js';
import { getTitle, useResourceType } from '../resource-type.js';
import { DeleteEntry } from './delete-entry.js';
import { EntryForm } from './entry-form.js';
import { useEntryQuery } from './entry-query.js';

const route = getRouteApi('/entries/$type/$id');

/** The editor of an existing entry. */
export function EntryScreen(): ReactNode {
  const { type, id } = route.useParams();
  const { data: model } = useQuery(queries.contentModel);
  const resourceType = useResourceType(type);
  const query = useEntryQuery({ type, id });
  if (resourceType === null) return <NotFoundScreen />;
  const entry = query.data?.body.data;
  return (
    <Screen
      title={entry !== undefined && model !== undefined ? getTitle(entry, model) : t`Entry`}
      above={
        <BackLink to="/entries/$type" params={{ type }} search={getLastSearch(type)}>
          {resourceType?.label ?? t`Entries`}
        </BackLink>
      }
      actions={
        resourceType !== undefined &&
        entry !== undefined && (
          <>
            <ApiButton request={toEntryRequest(resourceType, entry)} />
            {resourceType.entity.writable && (
              <>
                <EntryHistory id={id} resourceType={resourceType} />
                <DeleteEntry entry={entry} />
              </>
            )}
          </>
        )
      }
    >
      {resourceType?.entity.writable === true && <ReadOnlyNotice />}
      <QueryBoundary query={query}>
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
      </QueryBoundary>
    </Screen>
  );
}
