import { t } from '@lingui/core/macro';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import pMap from 'p-map';
import { findMatch, getSearchedFields } from '../entries/full-text/find-match.js';
import type { Snippet } from '../entries/full-text/find-snippet.js';
import { toFullText } from '../entries/full-text/search-text.js';
import { NEW_ID } from '../entries/new-id.js';
import { getTitle, type ResourceType, toResourceTypes } from '../entries/resource-type.js';
import type { Resource } from '../jsonapi/document.js';
import { jsonApi } from '../jsonapi/json-api.js';
import type { Query } from '../jsonapi/query.js';
import { getAllowedItems, type NavigationItem } from '../layout/navigation.js';
import { getScreenActions, type ScreenAction } from '../layout/screen-actions.js';
import * as queries from '../management-api/queries.js';
import type { ContentModel, Field } from '../management-api/resources.js';
import { useSession } from '../session/session-state.js';
import { matchWords } from './match-words.js';

/** A screen, a resource type or an entry that the search leads to, or an action of the screen that is shown. */
export interface SearchResult {
  /** Tells it from other results. */
  readonly key: string;
  /** The path of its screen, such as `/entries/node--article`, or what an action runs. */
  readonly target: string | (() => void);
  readonly label: string;
  /** Further words that it is found by. */
  readonly keywords?: string | undefined;
  /** The type of an entry. */
  readonly detail?: string;
  /** Where the texts of an entry have the searched words that its title does not have. */
  readonly match?: Snippet | undefined;
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
 * The actions, screens, types and entries whose names have the words of a text, which can be mistyped (`matchWords`), and the
 * entries whose texts have them; without a text the actions, screens and types. The group with the best match is the first.
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
  const creatable = types.filter(({ entity }) => entity.creatable);
  const groups = [
    { label: t`This entry`, results: getScreenActions().map(toActionResult) },
    { label: t`Types`, results: types.filter(({ entity }) => entity.writable).map(toTypeResult) },
    { label: t`New`, results: creatable.map(toNewResult) },
    { label: t`Screens`, results: getAllowedItems(scopes).map(toScreenResult) },
  ].map((group) => rankResults(group, text));
  const found = { label: t`Entries`, results: isSearching ? (entries.data ?? []) : [] };
  const ofEntries = { ...found, rank: getRank(found.results[0], text) ?? IN_TEXT };
  return {
    groups: [ofEntries, ...groups]
      .filter(({ results }) => results.length > 0)
      .sort((one, other) => one.rank - other.rank),
    isPending: isSearching && (entries.isPending || entries.isPlaceholderData),
  };
}

/** The rank of an entry whose title lacks a word. */
const IN_TEXT = 1000;

interface RankedGroup extends SearchResultGroup {
  /** How well the first result matches. */
  readonly rank: number;
}

const getRank = (result: SearchResult | undefined, text: string): number | undefined =>
  result && (matchWords(result.label, text) ?? matchWords(result.keywords ?? '', text));

/** The results that match a text, the best matches first. */
function rankResults({ label, results }: SearchResultGroup, text: string): RankedGroup {
  const ranked = results
    .flatMap((result) => {
      const rank = getRank(result, text);
      return rank === undefined ? [] : [{ result, rank }];
    })
    .sort((one, other) => one.rank - other.rank);
  return { label, results: ranked.map(({ result }) => result), rank: ranked[0]?.rank ?? 0 };
}

/** Names that begin with the text, then those that contain it or its words, then the entries whose texts have them. */
function sortByStart(found: readonly (readonly SearchResult[])[], text: string): readonly SearchResult[] {
  const rank = ({ label, match }: SearchResult): number => {
    if (label.toLowerCase().startsWith(text.toLowerCase())) return 0;
    return match === undefined ? 1 : 2;
  };
  return found.flat().sort((one, other) => rank(one) - rank(other));
}

function toTypeResult({ type, label }: ResourceType): SearchResult {
  return toResult(`/entries/${type}`, label);
}

function toNewResult({ type, label }: ResourceType): SearchResult {
  return toResult(`/entries/${type}/${NEW_ID}`, t`New entry in ${label}`);
}

const toScreenResult = ({ to, label, keywords }: NavigationItem): SearchResult => ({
  ...toResult(to, label),
  keywords,
});

const toActionResult = ({ label, run }: ScreenAction, index: number): SearchResult => ({
  key: `action-${index}`,
  label,
  target: run,
});

const toResult = (path: string, label: string): SearchResult => ({ key: path, label, target: path });

/** Entries whose title contains a text, then those whose texts have its words. */
async function findEntries(
  resourceType: ResourceType,
  text: string,
  model: ContentModel,
): Promise<readonly SearchResult[]> {
  const { type, label, labelField } = resourceType;
  const find = async (query: Query, further: readonly Field[]): Promise<readonly Resource[]> => {
    const fields = { [type]: [labelField, ...further].map(({ name }) => name) };
    return (await jsonApi.find(type, { ...query, fields, limit: ENTRIES_OF_A_TYPE })).data;
  };
  const filters = [{ path: labelField.name, operator: 'CONTAINS', value: text }];
  const named = await find({ filters }, []);
  const fulltext = toFullText(text);
  const isEnough = fulltext === undefined || named.length === ENTRIES_OF_A_TYPE;
  const found = isEnough ? [] : await find({ fulltext }, getSearchedFields(resourceType));
  const others = found.filter(({ id }) => !named.some((entry) => entry.id === id));
  return [...named, ...others].slice(0, ENTRIES_OF_A_TYPE).map((entry) => ({
    ...toResult(`/entries/${type}/${entry.id}`, getTitle(entry, model)),
    detail: label,
    match: findMatch(entry, resourceType, text),
  }));
}
