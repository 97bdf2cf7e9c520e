import { keepPreviousData, useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query';
import type { CollectionDocument, Resource } from '../jsonapi/document.js';
import { jsonApi } from '../jsonapi/json-api.js';
import { parseOffset } from '../jsonapi/query.js';
import type { ContentModel } from '../management-api/resources.js';
import { getPicturePaths } from '../entries/pictures/find-picture.js';
import type { MediaSearch } from './media-search.js';

/** Media of a type in one page. */
const PAGE_SIZE = 24;

/** The place of the next page by type; without types that have none. */
type Offsets = Readonly<Record<string, number>>;

interface MediaPage {
  readonly media: readonly Resource[];
  readonly included: readonly Resource[];
  readonly next: Offsets;
  /** The number of media of all types and pages. */
  readonly count: number;
}

/** The media of some types, the latest change first. */
export function useMedia(
  types: readonly string[],
  { q }: MediaSearch,
  model: ContentModel,
): UseInfiniteQueryResult<{ readonly pages: readonly MediaPage[] }> {
  const first: Offsets = Object.fromEntries(types.map((type) => [type, 0]));
  return useInfiniteQuery({
    queryKey: ['entries', 'media', types, q],
    queryFn: async ({ pageParam }) => {
      const reads = Object.entries(pageParam).map(([type, offset]) => readPage(type, offset, q, model));
      return joinPages(await Promise.all(reads));
    },
    initialPageParam: first,
    getNextPageParam: ({ next }) => (Object.keys(next).length === 0 ? undefined : next),
    placeholderData: keepPreviousData,
  });
}

async function readPage(
  type: string,
  offset: number,
  fulltext: string | undefined,
  model: ContentModel,
): Promise<{ readonly type: string; readonly document: CollectionDocument }> {
  const query = { sort: '-changed', include: getPicturePaths(type, model), limit: PAGE_SIZE, offset };
  const document = await jsonApi.find(type, { ...query, fulltext });
  return { type, document };
}

function joinPages(pages: readonly Awaited<ReturnType<typeof readPage>>[]): MediaPage {
  const next = pages.flatMap(({ type, document: { links } }) => {
    const link = links?.['next'];
    return link == null ? [] : [[type, parseOffset(link)] as const];
  });
  return {
    media: sortByChange(pages.flatMap(({ document }) => document.data)),
    included: pages.flatMap(({ document }) => document.included ?? []),
    next: Object.fromEntries(next),
    count: pages.reduce((sum, { document: { meta } }) => sum + Number(meta?.count ?? 0), 0),
  };
}

function sortByChange(media: readonly Resource[]): readonly Resource[] {
  const changedAt = ({ attributes: { changed } }: Resource): number =>
    typeof changed === 'string' ? Date.parse(changed) : 0;
  return media.toSorted((one, other) => changedAt(other) - changedAt(one));
}
