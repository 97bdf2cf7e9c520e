import { Card, EmptyState, Stack } from '@mantine/core';
import { IconArticle } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { QueryBoundary } from '../../layout/query-boundary.js';
import { jsonApi } from '../../jsonapi/json-api.js';
import type { ContentModel } from '../../management-api/resources.js';
import type { ResourceType } from '../resource-type.js';
import { BulkActions } from './bulk-actions.js';
import { EntriesPaging } from './entries-paging.js';
import { buildEntriesQuery, type EntriesSearch } from './entries-search.js';
import { EntriesTable } from './entries-table.js';
import { EntriesToolbar } from './entries-toolbar.js';

const route = getRouteApi('/entries/$type');

interface EntriesListProps {
  readonly resourceType: ResourceType;
  readonly model: ContentModel;
}

/** The toolbar, the table and the pages of the entries of one resource type. */
export function EntriesList({ resourceType, model }: EntriesListProps): ReactNode {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const parameters = buildEntriesQuery(resourceType, search);
  const query = useQuery({
    queryKey: ['entries', resourceType.type, parameters],
    queryFn: () => jsonApi.find(resourceType.type, parameters),
    placeholderData: keepPreviousData,
  });

  /** Changes the search; unless `offset` is given, the list starts at the first page, and the selection is cleared. */
  function change(changes: Partial<EntriesSearch>): void {
    setSelected(new Set());
    void navigate({ search: (before) => ({ ...before, offset: undefined, ...changes }), replace: true });
  }

  return (
    <Stack gap="md">
      <EntriesToolbar resourceType={resourceType} model={model} search={search} onChange={change} />
      <QueryBoundary query={query}>
        {(document) => (
          <>
            {selected.size > 0 && (
              <BulkActions
                type={resourceType.type}
                ids={[...selected]}
                onDone={() => {
                  setSelected(new Set());
                }}
              />
            )}
            {document.data.length === 0 ? (
              <EmptyState
                icon={<IconArticle />}
                title="No entries here"
                description="There are no entries of this type, or none matches."
              />
            ) : (
              <Card withBorder p={0} opacity={query.isPlaceholderData ? 0.6 : 1}>
                <EntriesTable
                  resourceType={resourceType}
                  model={model}
                  document={document}
                  search={search}
                  onChange={change}
                  selected={selected}
                  onSelect={setSelected}
                />
              </Card>
            )}
            <EntriesPaging
              document={document}
              offset={search.offset ?? 0}
              onChange={(offset) => {
                change({ offset });
              }}
            />
          </>
        )}
      </QueryBoundary>
    </Stack>
  );
}
