import { t } from '@lingui/core/macro';
import { Button, Card, EmptyState, Loader, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { IconArticle } from '../../icons/icons.js';
import { ButtonLink } from '../../layout/links.js';
import { QueryBoundary } from '../../layout/query-boundary.js';
import type { CollectionDocument } from '../../jsonapi/document.js';
import type { ContentModel } from '../../management-api/resources.js';
import { useSession } from '../../session/session-state.js';
import { ChangesList } from '../copies/changes-list.js';
import { useCopiedEntries } from '../copies/use-copies.js';
import { getPicturePaths } from '../pictures/find-picture.js';
import { type ResourceType, STATUS } from '../resource-type.js';
import { TERM_ENTITY } from '../terms/term.js';
import { BulkActionBar } from './bulk-action-bar.js';
import { BulkJob } from './bulk-job.js';
import { EntriesPaging } from './entries-paging.js';
import {
  buildEntriesQuery,
  type EntriesSearch,
  isNarrowed,
  isTree,
  PAGE_SIZES,
  parseEntriesSearch,
  toShown,
} from './entries-search.js';
import { EntriesTable } from './entries-table.js';
import { EntriesToolbar } from './entries-toolbar.js';
import { findEntries } from './find-entries.js';
import { LayoutChoice } from './layout-choice.js';
import { rememberSearch } from './last-search.js';
import { useSchedulesOf } from './schedule-cell.js';
import { SavedViews } from './saved-views.js';
import { type ListMemory, readListMemory, rememberList, withRemembered } from './list-memory.js';
import { NEW_ID } from '../new-id.js';

const TermTree = lazy(() => import('../terms/term-tree.js').then((module) => ({ default: module.TermTree })));

const route = getRouteApi('/entries/$type');

interface EntriesListProps {
  readonly resourceType: ResourceType;
  readonly model: ContentModel;
}

/** The toolbar, the table and the pages of the entries of one resource type. */
export function EntriesList({ resourceType, model }: EntriesListProps): ReactNode {
  const { user } = useSession();
  const ownSearch = route.useSearch();
  const navigate = route.useNavigate();
  const [memory, setMemory] = useState(() => readListMemory(user.id, resourceType.type));
  const search = withRemembered(ownSearch, memory);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [isAllSelected, setAllSelected] = useState(false);
  const parameters = buildEntriesQuery(resourceType, search);
  const include = [...new Set([...(parameters.include ?? []), ...getPicturePaths(resourceType.type, model)])];
  const query = useQuery({
    queryKey: ['entries', resourceType.type, parameters, include, search.status],
    queryFn: () => findEntries(resourceType, search, include),
    placeholderData: keepPreviousData,
    enabled: search.changes !== true && !isTree(resourceType, search),
  });
  const isVersioned = resourceType.entity.versioned;
  const ids = query.data?.document.data.map(({ id }) => id) ?? [];
  const changed = useCopiedEntries(isVersioned ? ids : []);
  const schedules = useSchedulesOf(resourceType.entity.schedulable ? ids : []);

  useEffect(() => {
    rememberSearch(resourceType.type, ownSearch);
    const { view } = ownSearch;
    if (view !== undefined) rememberList(user.id, resourceType.type, { view });
  }, [user.id, resourceType.type, ownSearch]);
  // When it is shown: moves in the tree that are not saved can prevent that.
  if (ownSearch.view !== undefined && ownSearch.view !== memory.view)
    setMemory({ ...memory, view: ownSearch.view });

  function select(ids: ReadonlySet<string>): void {
    setSelected(ids);
    setAllSelected(false);
  }

  /** Keeps columns, their widths and the page size for the next time. */
  function remember(changes: ListMemory): void {
    rememberList(user.id, resourceType.type, changes);
    setMemory((before) => ({ ...before, ...changes }));
  }

  /** Shows the progress of a job, or none. */
  function showJob(job: string | undefined): void {
    select(new Set());
    void navigate({ search: (before) => ({ ...before, job }), replace: true });
  }

  /** Changes the search; unless `offset` is given, the list starts at the first page, and the selection is cleared. */
  function change(changes: Partial<EntriesSearch>): void {
    select(new Set());
    const { columns, size } = changes;
    if (columns !== undefined) remember({ columns });
    if (size !== undefined) remember({ size });
    void navigate({ search: (before) => ({ ...before, offset: undefined, ...changes }), replace: true });
  }

  const views = (
    <SavedViews
      type={resourceType.type}
      search={ownSearch}
      shown={toShown(resourceType, search)}
      isVersioned={isVersioned}
      onOpen={(view) => {
        select(new Set());
        void navigate({ search: view });
      }}
    />
  );
  if (search.changes === true)
    return (
      <Stack gap="md">
        {views}
        <ChangesList resourceType={resourceType} />
      </Stack>
    );
  const layout = resourceType.entity.name === TERM_ENTITY && (
    <LayoutChoice search={search} onChange={change} />
  );
  if (isTree(resourceType, search))
    return (
      <Stack gap="md">
        {views}
        {layout}
        <Suspense fallback={<Loader />}>
          <TermTree
            resourceType={resourceType}
            isShownBy={(next) => {
              const own = parseEntriesSearch({ ...next });
              return own.changes !== true && isTree(resourceType, withRemembered(own, memory));
            }}
          />
        </Suspense>
      </Stack>
    );
  return (
    <Stack gap="md">
      {views}
      {layout}
      <EntriesToolbar resourceType={resourceType} model={model} search={search} onChange={change} />
      {search.job !== undefined && (
        <BulkJob
          key={search.job}
          id={search.job}
          type={resourceType.type}
          onClose={() => {
            showJob(undefined);
          }}
          onJob={showJob}
        />
      )}
      <QueryBoundary query={query}>
        {({ document, query: { filters = [], fulltext }, isPartial }) => (
          <>
            {isPartial && (
              <Text size="sm" c="dimmed">
                {t`Listed are the entries of the next 100 times of the site; all are on the screen Schedules.`}
              </Text>
            )}
            {document.data.length === 0 ? (
              <NoEntries
                type={resourceType}
                isNarrowed={isNarrowed(search)}
                onClear={() => {
                  change({ q: undefined, status: undefined, filters: undefined });
                }}
              />
            ) : (
              <Card withBorder p={0} opacity={query.isPlaceholderData ? 0.6 : 1}>
                <EntriesTable
                  resourceType={resourceType}
                  model={model}
                  document={document}
                  search={search}
                  onChange={change}
                  changed={changed}
                  schedules={schedules}
                  selected={selected}
                  onSelect={select}
                  widths={memory.widths ?? {}}
                  onResize={(widths) => {
                    remember({ widths });
                  }}
                />
              </Card>
            )}
            {(document.data.length > 0 || search.offset !== undefined) && (
              <EntriesPaging
                document={document}
                offset={search.offset ?? 0}
                onChange={(offset) => {
                  change({ offset });
                }}
                size={search.size ?? PAGE_SIZES[0]}
                onSizeChange={(size) => {
                  change({ size });
                }}
              />
            )}
            {selected.size > 0 && (
              <BulkActionBar
                type={resourceType.type}
                ids={[...selected]}
                published={getPublishedIds(document)}
                isAll={isAllSelected}
                matching={{ count: Number(document.meta?.count ?? 0), filters, fulltext }}
                onSelectAll={
                  isPageSelected(document, selected) && !isAllSelected && !query.isPlaceholderData
                    ? () => {
                        setAllSelected(true);
                      }
                    : undefined
                }
                onDone={() => {
                  select(new Set());
                }}
                onJob={showJob}
              />
            )}
          </>
        )}
      </QueryBoundary>
    </Stack>
  );
}

function getPublishedIds({ data }: CollectionDocument): ReadonlySet<string> {
  return new Set(data.filter(({ attributes }) => attributes[STATUS] === true).map(({ id }) => id));
}

/** Whether all entries of the page are selected, and more match the search. */
function isPageSelected({ data, meta }: CollectionDocument, selected: ReadonlySet<string>): boolean {
  return data.every(({ id }) => selected.has(id)) && Number(meta?.count ?? 0) > data.length;
}

interface NoEntriesProps {
  readonly type: ResourceType;
  /** Whether there may be entries that the search excludes. */
  readonly isNarrowed: boolean;
  readonly onClear: () => void;
}

function NoEntries({ type: { type, entity }, isNarrowed, onClear }: NoEntriesProps): ReactNode {
  return (
    <Stack align="center">
      <EmptyState
        icon={<IconArticle />}
        title={isNarrowed ? t`Nothing matches` : t`No entries yet`}
        description={
          isNarrowed
            ? t`No entry matches the search and the filters.`
            : t`Entries of this type are listed here.`
        }
      />
      {isNarrowed ? (
        <Button variant="default" onClick={onClear}>
          {t`Clear search and filters`}
        </Button>
      ) : (
        entity.creatable && (
          <ButtonLink to="/entries/$type/$id" params={{ type, id: NEW_ID }}>
            {t`Write the first one`}
          </ButtonLink>
        )
      )}
    </Stack>
  );
}
