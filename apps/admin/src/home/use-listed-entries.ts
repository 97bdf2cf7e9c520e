import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import pMap from 'p-map';
import { COPIES_PATH } from '../entries/copies/use-copies.js';
import { findByIds } from '../entries/references/use-targets.js';
import { toResourceTypes } from '../entries/resource-type.js';
import * as queries from '../management-api/queries.js';
import { managementApi } from '../management-api/management-api.js';
import type { EntryCopy } from '../management-api/operations-resources.js';
import type { ActiveEntry, ContentModel, List } from '../management-api/resources.js';
import { useSession } from '../session/session-state.js';
import { findDrafts, hasAuthor, hasDrafts } from './drafts.js';
import type { ListedEntry } from './entry-list-card.js';
import { type OpenedEntry, readOpened } from './opened-entries.js';

/** Entries in a list of the start screen. */
const LIST_LENGTH = 5;

/** Requests that are on their way at the same time. */
const CONCURRENCY = 4;

/** The entries that others published last. */
export function usePublished(model: ContentModel): UseQueryResult<readonly ListedEntry[]> {
  return useQuery({
    ...queries.contentActivity,
    select: ({ published }) => published.slice(0, LIST_LENGTH).map((entry) => toListedEntry(entry, model)),
  });
}

/** The entries that the user has changed or opened last, the latest first. */
export function useGoOn(model: ContentModel): UseQueryResult<readonly ListedEntry[]> {
  const queryClient = useQueryClient();
  const { user } = useSession();
  return useQuery({
    queryKey: ['entries', 'go-on', user.id],
    queryFn: async () => {
      const { own } = await queryClient.query(queries.contentActivity);
      const changed = own.map((entry) => toListedEntry(entry, model));
      return sortLatest(await addOpened(changed, readOpened(user.id), model));
    },
    // What is opened is not stored by the service, so that no change of an entry tells of it.
    staleTime: 0,
  });
}

/** Changed entries, with the time at which they were opened if that was later, and the entries that were opened only. */
async function addOpened(
  changed: readonly ListedEntry[],
  opened: readonly OpenedEntry[],
  model: ContentModel,
): Promise<readonly ListedEntry[]> {
  const only = opened.filter(({ id }) => changed.every((entry) => entry.id !== id)).slice(0, LIST_LENGTH);
  const types = model.bundles.filter(({ type }) => only.some((entry) => entry.type === type));
  const found = await pMap(
    types,
    async ({ type, label }) => {
      const ids = only.filter((entry) => entry.type === type).map(({ id }) => id);
      const targets = await findByIds(type, ids, model);
      return targets.map(({ id, title, isPublished }) => ({
        ...{ type, typeLabel: label, id, title, published: isPublished },
        at: only.find((entry) => entry.id === id)?.at ?? '',
      }));
    },
    { concurrency: CONCURRENCY },
  );
  const reopened = changed.map((entry) => {
    const { at = entry.at } = opened.find(({ id }) => id === entry.id) ?? {};
    return Date.parse(at) > Date.parse(entry.at) ? { ...entry, at } : entry;
  });
  return [...reopened, ...found.flat()];
}

/**
 * The unpublished entries of all types, and published ones with changes that are not published: those of the user that were changed last, then
 * those of others.
 */
export function useDrafts(model: ContentModel): UseQueryResult<readonly ListedEntry[]> {
  const types = toResourceTypes(model).filter(hasDrafts);
  const { user } = useSession();
  return useQuery({
    queryKey: ['entries', 'drafts', types.map(({ type }) => type)],
    queryFn: async () => {
      const [copies, own] = await Promise.all([
        findCopies(model),
        pMap(types.filter(hasAuthor), (type) => findDrafts(type, model, user.id), {
          concurrency: CONCURRENCY,
        }),
      ]);
      const mine = sortLatest([...copies.filter(({ byId }) => byId === user.id), ...own.flat()]);
      if (mine.length >= LIST_LENGTH) return mine;
      const all = await pMap(types, (type) => findDrafts(type, model), { concurrency: CONCURRENCY });
      const isOther = ({ id }: ListedEntry): boolean => mine.every((entry) => entry.id !== id);
      const others = [...copies, ...all.flat()].filter(isOther);
      return [...mine, ...sortLatest(others)].slice(0, LIST_LENGTH);
    },
  });
}

function sortLatest(entries: readonly ListedEntry[]): readonly ListedEntry[] {
  return [...entries].sort((one, other) => Date.parse(other.at) - Date.parse(one.at)).slice(0, LIST_LENGTH);
}

interface ListedCopy extends ListedEntry {
  /** The id of the user who saved it. */
  readonly byId: string | null;
}

/** Working copies of published entries; unpublished entries are drafts in any case. */
async function findCopies({ bundles }: ContentModel): Promise<readonly ListedCopy[]> {
  const { body } = await managementApi.get<List<EntryCopy>>(`${COPIES_PATH}?limit=${LIST_LENGTH}`);
  return body.items
    .filter(({ published }) => published)
    .map(({ entry: { type, id, label }, savedAt, by }) => ({
      ...{ type, id, published: true, isChanged: true, at: savedAt },
      ...{ by: by?.name ?? null, byId: by?.id ?? null },
      typeLabel: bundles.find((bundle) => bundle.type === type)?.label ?? type,
      title: label ?? id,
    }));
}

function toListedEntry(
  { type, id, label, published, at, by }: ActiveEntry,
  { bundles }: ContentModel,
): ListedEntry {
  const typeLabel = bundles.find((bundle) => bundle.type === type)?.label ?? type;
  const title = label === null || label.trim() === '' ? id : label;
  return { type, typeLabel, id, title, published, at, by };
}
