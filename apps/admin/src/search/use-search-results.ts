import { t } from '@lingui/core/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import pMap from 'p-map';
import { getTitle, type ResourceType, toResourceTypes } from '../entries/resource-type.js';
import { jsonApi } from '../jsonapi/json-api.js';
import { getAllowedItems } from '../layout/navigation.js';
import * as queries from '../management-api/queries.js';
import type { ContentModel } from '../management-api/resources.js';
import { useSession } from '../session/session-state.js';

/** A screen, a resource type or an entry that the search leads to. */
export interface SearchResult {
  /** The path of its screen, such as `/entries/node--article`. */
  readonly path: string;
  readonly label: string;
  /** The type of an entry. */
  readonly detail?: string;
}

export interface SearchResultGroup {
  readonly label: string;
  readonly results: readonly SearchResult[];
}

/** Entries of each type among the results. */
const ENTRIES_OF_A_TYPE = 5;

/** Requests that are on their way at the same time. */
const CONCURRENCY = 4;

/** A shorter text finds screens and types only. */
const TEXT_LENGTH_MINIMUM = 2;

/**
 * The screens, types and entries whose names contain a text; without a text the screens and types.
 *
 * @returns `isPending`: whether entries are still searched
 */
export function useSearchResults(text: string): {
  readonly groups: readonly SearchResultGroup[];
  readonly isPending: boolean;
} {
  const { scopes } = useSession();
  const { data: model } = useQuery({
    ...queries.contentModel,
    enabled: scopes.has('content:administer'),
  });
  const types = model === undefined ? [] : toResourceTypes(model);
  const isSearching = model !== undefined && text.length >= TEXT_LENGTH_MINIMUM;
  const entries = useQuery({
    queryKey: ['entries', 'search', text],
    queryFn: async () =>
      model === undefined
        ? []
        : sortByStart(
            await pMap(
              types.filter((type) => type.entries > 0),
              (type) => findEntries(type, text, model),
              { concurrency: CONCURRENCY },
            ),
            text,
          ),
    enabled: isSearching,
    placeholderData: keepPreviousData,
  });
  const matches = ({ label }: SearchResult): boolean => label.toLowerCase().includes(text.toLowerCase());
  const screens = getAllowedItems(scopes).map(({ to, label }) => ({ path: to, label }));
  const groups = [
    { label: t`Entries`, results: isSearching ? (entries.data ?? []) : [] },
    { label: t`Types`, results: types.map(toTypeResult).filter(matches) },
    {
      label: t`New`,
      results: types
        .filter(({ entity }) => entity.creatable)
        .map(toNewResult)
        .filter(matches),
    },
    { label: t`Screens`, results: screens.filter(matches) },
  ];
  return {
    groups: groups.filter(({ results }) => results.length > 0),
    isPending: isSearching && (entries.isPending || entries.isPlaceholderData),
  };
}

/** Names that begin with the text before those that contain it. */
function sortByStart(found: readonly (readonly SearchResult[])[], text: string): readonly SearchResult[] {
  const startsWithText = ({ label }: SearchResult): number =>
    Number(label.toLowerCase().startsWith(text.toLowerCase()));
  return found.flat().sort((one, other) => startsWithText(other) - startsWithText(one));
}

function toTypeResult({ type, label }: ResourceType): SearchResult {
  return { path: `/entries/${type}`, label };
}

function toNewResult({ type, label }: ResourceType): SearchResult {
  return { path: `/entries/${type}/new`, label: t`New entry in ${label}` };
}

async function findEntries(
  { type, label, labelField }: ResourceType,
  text: string,
  model: ContentModel,
): Promise<readonly SearchResult[]> {
  const { data } = await jsonApi.find(type, {
    filters: [{ path: labelField.name, operator: 'CONTAINS', value: text }],
    fields: { [type]: [labelField.name] },
    limit: ENTRIES_OF_A_TYPE,
  });
  return data.map((entry) => ({
    path: `/entries/${type}/${entry.id}`,
    label: getTitle(entry, model),
    detail: label,
  }));
}
