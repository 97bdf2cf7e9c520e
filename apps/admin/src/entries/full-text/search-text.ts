/** The most terms of a search that the service takes, and the most of them that are beginnings of words, which cost more. */
const TERMS_MAXIMUM = 32;
const BEGINNINGS_MAXIMUM = 6;

/** The most characters of a text that is searched: the service takes 500, among them the marks of beginnings. */
const LENGTH_MAXIMUM = 400;

/** A phrase between quotation marks or a word, with an optional minus sign that excludes it. */
const TERM = /-?"[^"]*"?|[^\s"]+/g;

const HAS_LETTER = /[\p{L}\p{N}]/u;

/**
 * The value of `filter[fulltext]` for a text as a user types it: each word also finds the words that begin with it. One letter
 * begins too many words, and is searched as a word.
 *
 * @example toFullText('night tra "last stop"') // 'night* tra* "last stop"'
 * @returns `undefined` for a text without a word to search
 */
export function toFullText(text: string): string | undefined {
  const terms = findTerms(text);
  if (!terms.some(isRequired)) return undefined;
  const beginnings = new Set(terms.filter(isBeginning).slice(0, BEGINNINGS_MAXIMUM));
  return terms.map((term) => (beginnings.has(term) ? `${term}*` : term)).join(' ');
}

/** The words that a text searches, without those that it excludes. */
export function getSearchedWords(text: string): readonly string[] {
  const words = findTerms(text)
    .filter(isRequired)
    .flatMap((term) => term.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []);
  return [...new Set(words)];
}

function findTerms(text: string): readonly string[] {
  const terms = text.slice(0, LENGTH_MAXIMUM).match(TERM) ?? [];
  return terms.filter((term) => HAS_LETTER.test(term)).slice(0, TERMS_MAXIMUM);
}

const isRequired = (term: string): boolean => !term.startsWith('-');

const isBeginning = (term: string): boolean =>
  isRequired(term) && !/["*]/.test(term) && Array.from(term).length > 1;
