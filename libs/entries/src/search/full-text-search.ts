import type { ResourceType } from '@content-service/bundles';
import type { Entry } from '../entry.js';
import type { FullTextSearch, SearchedProperty, SearchTerm } from '../query/entry-query.js';
import { InvalidFilterValue } from '../query/query.errors.js';
import { getSearchedProperties, toNeedle, toSearchText } from './search-text.js';
import { toSearchTerm } from './tokenize.js';

/** Limits of one search: each term costs a look-up in the index. */
export const SEARCH_LIMITS = { characters: 500, terms: 32 } as const;

/** An optional minus sign, and a text between quotation marks or up to the next space or quotation mark. */
const TERM = /(-?)(?:"([^"]*)(?:"|$)|([^\s"]+))/g;

/**
 * Parses a search: words are joined by AND; `"two words"` stand next to each other; `-word` excludes; `wor*` is the beginning
 * of a word. Everything else between words has no meaning.
 *
 * @param parameter the query parameter for errors
 * @throws InvalidFilterValue for a search that is too long, or has no required word
 */
export function parseSearch(text: string, parameter: string, type: ResourceType): FullTextSearch {
  const { characters, terms: maximum } = SEARCH_LIMITS;
  if (text.length > characters)
    throw new InvalidFilterValue(
      `A search can have at most ${characters} characters, got ${text.length}.`,
      parameter,
    );
  const terms = new Map<string, { readonly term: SearchTerm; readonly isExcluded: boolean }>();
  for (const [, sign = '', phrase, word = ''] of text.matchAll(TERM)) {
    const term = toSearchTerm(phrase ?? word, phrase === undefined && word.endsWith('*'));
    if (term !== undefined) terms.set(sign + toNeedle(term), { term, isExcluded: sign === '-' });
  }
  if (terms.size > maximum)
    throw new InvalidFilterValue(
      `A search can have at most ${maximum} words and phrases, got ${terms.size}.`,
      parameter,
    );
  const [required, excluded] = [false, true].map((isExcluded) =>
    [...terms.values()].filter((found) => found.isExcluded === isExcluded).map(({ term }) => term),
  );
  if (required === undefined || required.length === 0)
    throw new InvalidFilterValue(
      'A search needs at least one word that is not excluded: night tram, "night tram", tram -night, tra*.',
      parameter,
    );
  return { kind: 'fulltext', properties: getSearchedProperties(type), required, excluded: excluded ?? [] };
}

/** Whether an entry matches a search. */
export function matchesSearch({ properties, required, excluded }: FullTextSearch, entry: Entry): boolean {
  const texts = properties.map((property) => getSearchText(entry, property));
  const isFound = (term: SearchTerm): boolean => texts.some((text) => text.includes(toNeedle(term)));
  return required.every(isFound) && !excluded.some(isFound);
}

/**
 * The relevance of a matching entry: for each required term the sum of the different weights of the properties that have it.
 * It depends on the entry alone, so the order discloses nothing about entries that the reader may not see, and is the same
 * in every store.
 */
export function computeScore({ properties, required }: FullTextSearch, entry: Entry): number {
  return required
    .map(toNeedle)
    .flatMap((needle) => {
      const found = properties.filter((property) => getSearchText(entry, property).includes(needle));
      return [...new Set(found.map(({ weight }) => weight))];
    })
    .reduce((sum, weight) => sum + weight, 0);
}

/** The search texts of entries, which are never changed, while they are in memory. */
const searchTexts = new WeakMap<Entry, Map<string, string>>();

function getSearchText(entry: Entry, property: SearchedProperty): string {
  const known = searchTexts.get(entry) ?? new Map<string, string>();
  searchTexts.set(entry, known);
  const key = `${property.field}.${property.property}`;
  const text = known.get(key) ?? toSearchText(entry, property);
  known.set(key, text);
  return text;
}
