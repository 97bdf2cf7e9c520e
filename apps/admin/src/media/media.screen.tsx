import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ReadOnlyNotice } from '../entries/read-only-notice.js';
import { QueryBoundary } from '../layout/query-boundary.js';
import { Screen } from '../layout/screen.js';
import * as queries from '../management-api/queries.js';
import { CreateImageType } from './create-image-type.js';
import { MediaLibrary } from './media-library.js';
import { getImageTypes, getMediaTypes } from './media-types.js';

/** Pictures and other media of every type, and a place for new ones. */
export function MediaScreen(): ReactNode {
  const query = useQuery(queries.contentModel);
  return (
    <Screen title={t`Media`}>
      <ReadOnlyNotice />
      <QueryBoundary query={query}>
        {(model) => (
          <>
            {getImageTypes(model).length === 0 && <CreateImageType model={model} />}
            {getMediaTypes(model).length > 0 && <MediaLibrary model={model} />}
          </>
        )}
      </QueryBoundary>
    </Screen>
  );
}
