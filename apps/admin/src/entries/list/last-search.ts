import type { EntriesSearch } from './entries-search.js';

const lastSearches = new Map<string, EntriesSearch>();

/** Keeps the search of a list for the way back to it from an entry. */
export function rememberSearch(type: string, search: EntriesSearch): void {
  lastSearches.set(type, search);
}

/** The last search of the list of a resource type since the page was loaded. */
export function getLastSearch(type: string): EntriesSearch {
  return lastSearches.get(type) ?? {};
}
