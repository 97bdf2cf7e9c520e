import { t } from '@lingui/core/macro';
import { Plural } from '@lingui/react/macro';
import { Card, EmptyState, Group, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ResourceType } from '../entries/resource-type.js';
import { MoreButton } from '../forms/infinite-list.js';
import { SearchInput } from '../forms/search-input.js';
import { IconPhoto } from '../icons/icons.js';
import type { Resource } from '../jsonapi/document.js';
import { QueryBoundary } from '../layout/query-boundary.js';
import type { ContentModel } from '../management-api/resources.js';
import { DropZone } from '../uploads/drop-zone.js';
import { UploadList } from '../uploads/upload-list.js';
import { useUploads } from '../uploads/use-uploads.js';
import { createMedium } from './create-medium.js';
import { MediaGrid } from './media-grid.js';
import type { MediaSearch } from './media-search.js';
import { getImageTypes } from './media-types.js';
import { useMedia } from './use-media.js';

/** The media that are loaded, and the entries of their files. */
export interface LoadedMedia {
  readonly media: readonly Resource[];
  readonly included: readonly Resource[];
}

interface MediaBrowserProps {
  readonly model: ContentModel;
  /** The bundles of media that are shown. */
  readonly types: readonly ResourceType[];
  readonly search: MediaSearch;
  readonly onSearch: (changes: Partial<MediaSearch>) => void;
  /** The ids of those that are chosen; `undefined` where a medium is opened. */
  readonly chosen?: ReadonlySet<string>;
  readonly onOpen: (medium: Resource, loaded: LoadedMedia) => void;
  /** What is shown beside the media. */
  readonly children?: (loaded: LoadedMedia) => ReactNode;
}

/** Media of some types: search, uploads, a grid or a list. */
export function MediaBrowser(props: MediaBrowserProps): ReactNode {
  const { model, types, search, onSearch, chosen, onOpen, children } = props;
  const queryClient = useQueryClient();
  const shownTypes = types.filter(({ type }) => search.type === undefined || type === search.type);
  const query = useMedia(
    shownTypes.map(({ type }) => type),
    search,
    model,
  );
  const imageTypes = getImageTypes(model).filter(({ type }) => types.some((shown) => shown.type === type));
  const uploadType = imageTypes.find(({ type }) => type === search.type) ?? imageTypes[0];
  const uploads = useUploads(async (file, options) => {
    if (uploadType !== undefined) await createMedium(uploadType, file, options);
    void queryClient.invalidateQueries({ queryKey: ['entries'] });
    void queryClient.invalidateQueries({ queryKey: ['content-model'] });
  });

  return (
    <Stack gap="md">
      <Group gap="sm">
        <SearchInput
          label={t`Search media`}
          value={search.q ?? ''}
          onChange={(q) => {
            onSearch({ q: q === '' ? undefined : q });
          }}
        />
        {types.length > 1 && (
          <Select
            aria-label={t`Type`}
            placeholder={t`Any type`}
            clearable
            clearButtonProps={{ 'aria-label': t`Any type` }}
            w={180}
            data={types.map(({ type, label }) => ({ value: type, label }))}
            value={search.type ?? null}
            onChange={(type) => {
              onSearch({ type: type ?? undefined });
            }}
          />
        )}
        <SegmentedControl
          aria-label={t`View`}
          data={[
            { value: 'grid', label: t`Grid` },
            { value: 'list', label: t`List` },
          ]}
          value={search.view ?? 'grid'}
          onChange={(view) => {
            onSearch({ view: view === 'list' ? 'list' : undefined });
          }}
        />
      </Group>
      {uploadType !== undefined && (
        <DropZone name={uploadType.label} multiple accept="image/*" onFiles={uploads.add} />
      )}
      <UploadList uploads={uploads} label={uploadType?.label ?? ''} />
      <QueryBoundary query={query}>
        {({ pages }) => {
          const media = pages.flatMap((page) => page.media);
          const included = pages.flatMap((page) => page.included);
          const count = pages[0]?.count ?? 0;
          return (
            <>
              <Text size="sm" c="dimmed" role="status">
                <Plural value={count} one="# medium" other="# media" />
              </Text>
              {media.length === 0 ? (
                <NoMedia isSearched={search.q !== undefined} />
              ) : (
                <MediaGrid
                  media={media}
                  included={included}
                  model={model}
                  isList={search.view === 'list'}
                  chosen={chosen}
                  onOpen={(medium) => {
                    onOpen(medium, { media, included });
                  }}
                />
              )}
              <MoreButton query={query} />
              {children?.({ media, included })}
            </>
          );
        }}
      </QueryBoundary>
    </Stack>
  );
}

function NoMedia({ isSearched }: { readonly isSearched: boolean }): ReactNode {
  return (
    <Card withBorder>
      <EmptyState
        icon={<IconPhoto />}
        title={isSearched ? t`Nothing matches` : t`No media yet`}
        description={isSearched ? t`No medium has these words.` : t`Drop pictures above, or paste them.`}
      />
    </Card>
  );
}
