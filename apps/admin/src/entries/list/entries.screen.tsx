import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { IconPlus } from '../../icons/icons.js';
import { QueryBoundary } from '../../layout/query-boundary.js';
import { BackLink, ButtonLink } from '../../layout/links.js';
import { NotFoundScreen } from '../../layout/error-screens.js';
import { Screen } from '../../layout/screen.js';
import * as queries from '../../management-api/queries.js';
import { useSession } from '../../session/session-state.js';
import { ApiButton } from '../api/api-button.js';
import { toListRequest } from '../api/api-request.js';
import { ReadOnlyNotice } from '../read-only-notice.js';
import { toResourceTypes } from '../resource-type.js';
import { EntriesList } from './entries-list.js';
import { readListMemory, withRemembered } from './list-memory.js';
import { NEW_ID } from '../new-id.js';

const route = getRouteApi('/entries/$type');

/** The entries of one resource type. */
export function EntriesScreen(): ReactNode {
  const { type } = route.useParams();
  const { user } = useSession();
  const search = withRemembered(route.useSearch(), readListMemory(user.id, type));
  const query = useQuery(queries.contentModel);
  const resourceType = query.data && toResourceTypes(query.data).find((candidate) => candidate.type === type);
  if (query.data !== undefined && resourceType === undefined) return <NotFoundScreen />;
  return (
    <Screen
      title={resourceType?.label ?? t`Entries`}
      description={resourceType?.description ?? undefined}
      above={<BackLink to="/entries">{t`Entries`}</BackLink>}
      actions={
        resourceType !== undefined && (
          <>
            <ApiButton request={toListRequest(resourceType, search)} />
            {resourceType.entity.creatable && (
              <ButtonLink
                to="/entries/$type/$id"
                params={{ type, id: NEW_ID }}
                leftSection={<IconPlus size={16} />}
              >
                {t`New entry`}
              </ButtonLink>
            )}
          </>
        )
      }
    >
      {resourceType?.entity.writable === true && <ReadOnlyNotice />}
      <QueryBoundary query={query}>
        {(model) =>
          resourceType !== undefined && <EntriesList key={type} resourceType={resourceType} model={model} />
        }
      </QueryBoundary>
    </Screen>
  );
}
