import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Loaded } from '../../frame/loaded.js';
import { ButtonLink, TextLink } from '../../frame/links.js';
import { NotFound } from '../../frame/not-found.js';
import { Screen } from '../../frame/screen.js';
import * as queries from '../../manage/queries.js';
import { ReadOnlyNotice } from '../read-only-notice.js';
import { resourceTypesOf } from '../resource-type.js';
import { EntriesList } from './entries-list.js';

const route = getRouteApi('/entries/$type');

/** The entries of one type. */
export function EntriesScreen(): ReactNode {
  const { type } = route.useParams();
  const query = useQuery(queries.contentModel);
  const resourceType = query.data && resourceTypesOf(query.data).find((one) => one.type === type);
  if (query.data !== undefined && resourceType === undefined) return <NotFound />;
  return (
    <Screen
      title={resourceType?.label ?? 'Entries'}
      description={resourceType?.description ?? undefined}
      above={
        <TextLink to="/entries" size="sm">
          ← Entries
        </TextLink>
      }
      actions={
        resourceType?.entity.writable === true && (
          <ButtonLink to="/entries/$type/new" params={{ type }} leftSection={<IconPlus size={16} />}>
            New entry
          </ButtonLink>
        )
      }
    >
      {resourceType?.entity.writable === true && <ReadOnlyNotice />}
      <Loaded query={query}>
        {(model) =>
          resourceType !== undefined && <EntriesList key={type} resourceType={resourceType} model={model} />
        }
      </Loaded>
    </Screen>
  );
}
