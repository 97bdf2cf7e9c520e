import { getRouteApi } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { ContentModel } from '../management-api/resources.js';
import { MediaBrowser } from './media-browser.js';
import type { MediaSearch } from './media-search.js';
import { getMediaTypes } from './media-types.js';

const MediaSheet = lazy(() => import('./media-sheet.js').then((module) => ({ default: module.MediaSheet })));

const route = getRouteApi('/media');

/** The media of a site, with their search in the address, and a sheet for one of them. */
export function MediaLibrary({ model }: { readonly model: ContentModel }): ReactNode {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  // It stays when it is closed, so that it can slide out.
  const [isSheetUsed, setSheetUsed] = useState(false);
  if (search.open !== undefined && !isSheetUsed) setSheetUsed(true);
  const change = (changes: Partial<MediaSearch>): void => {
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: true });
  };
  return (
    <MediaBrowser
      model={model}
      types={getMediaTypes(model)}
      search={search}
      onSearch={change}
      onOpen={({ id }) => {
        change({ open: id });
      }}
    >
      {({ media, included }) =>
        isSheetUsed && (
          <Suspense>
            <MediaSheet
              media={media}
              included={included}
              model={model}
              openId={search.open}
              onOpen={(open) => {
                change({ open });
              }}
            />
          </Suspense>
        )
      }
    </MediaBrowser>
  );
}
