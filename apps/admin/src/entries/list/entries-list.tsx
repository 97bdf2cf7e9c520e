import { Card, EmptyState, Stack } from '@mantine/core';
import { IconArticle } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { Loaded } from '../../frame/loaded.js';
import { jsonApi } from '../../jsonapi/json-api.js';
import type { ContentModel } from '../../manage/shapes.js';
import type { ResourceType } from '../resource-type.js';
import { BulkActs } from './bulk-acts.js';
import { EntriesPaging } from './entries-paging.js';
import { entriesQuery } from './entries-query.js';
import type { EntriesSearch } from './entries-search.js';
import { EntriesTable } from './entries-table.js';
import { EntriesToolbar } from './entries-toolbar.js';

const route = getRouteApi('/entries/$type');

interface EntriesListProps {
  readonly resourceType: ResourceType;
  readonly model: ContentModel;
}

export function EntriesList({ resourceType, model }: EntriesListProps): ReactNode {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const asked = entriesQuery(resourceType, search);
  const query = useQuery({
    queryKey: ['entries', resourceType.type, asked],
    queryFn: () => jsonApi.find(resourceType.type, asked),
    placeholderData: keepPreviousData,
  });

  /** Whatever changes what is found begins at the first page, and with nothing selected. */
  function change(changes: Partial<EntriesSearch>): void {
    setSelected(new Set());
    void navigate({ search: (before) => ({ ...before, offset: undefined, ...changes }), replace: true });
  }

  return (
    <Stack gap="md">
      <EntriesToolbar resourceType={resourceType} model={model} search={search} onChange={change} />
      <Loaded query={query}>
        {(found) => (
          <>
            {selected.size > 0 && (
              <BulkActs
                type={resourceType.type}
                ids={[...selected]}
                onDone={() => {
                  setSelected(new Set());
                }}
              />
            )}
            {found.data.length === 0 ? (
              <EmptyState
                icon={<IconArticle />}
                title="No entries here"
                description="Nothing was written yet, or nothing matches."
              />
            ) : (
              <Card withBorder p={0} opacity={query.isPlaceholderData ? 0.6 : 1}>
                <EntriesTable
                  resourceType={resourceType}
                  model={model}
                  found={found}
                  search={search}
                  onChange={change}
                  selected={selected}
                  onSelect={setSelected}
                />
              </Card>
            )}
            <EntriesPaging
              found={found}
              offset={search.offset ?? 0}
              onChange={(offset) => {
                change({ offset });
              }}
            />
          </>
        )}
      </Loaded>
    </Stack>
  );
}
