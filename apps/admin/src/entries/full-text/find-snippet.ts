/** A piece of the text around a match. */
interface SnippetPart {
  readonly text: string;
  readonly isMatch: boolean;
}

/** The piece of a text around the first of the searched words, in parts. */
export type Snippet = readonly SnippetPart[];

/** Characters before and behind the first match. */
const BEFORE = 30;
const BEHIND = 120;

/** Characters of a text that are looked through, so that a long one does not hold up the list. */
const LENGTH_MAXIMUM = 100_000;

/** Scripts without spaces between words, in which a word can begin anywhere. */
const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

const LETTER = '[\\p{L}\\p{N}\\p{M}]';

/** The words that none of the words of a text begins with, in any case and with or without accents. */
export function findMissingWords(text: string, words: readonly string[]): readonly string[] {
  const decomposed = text.normalize('NFD');
  return words.filter((word) => !toPattern([word]).test(decomposed));
}

/** The piece around the first word of a text that begins with one of some words; `undefined` without one. */
export function findSnippet(text: string, words: readonly string[]): Snippet | undefined {
  if (words.length === 0) return undefined;
  const decomposed = text.slice(0, LENGTH_MAXIMUM).normalize('NFD').replace(/\s+/g, ' ').trim();
  const pattern = toPattern(words);
  const first = pattern.exec(decomposed);
  if (first === null) return undefined;
  const start = findStart(decomposed, first.index);
  const end = findEnd(decomposed, first.index + first[0].length);
  const parts = splitByMatches(decomposed.slice(start, end), pattern);
  return [
    ...(start > 0 ? [{ text: '… ', isMatch: false }] : []),
    ...parts.map((part) => ({ ...part, text: part.text.normalize('NFC') })),
    ...(end < decomposed.length ? [{ text: ' …', isMatch: false }] : []),
  ];
}

/** Whole words that begin with one of some words of letters and digits; of scripts without spaces the words themselves. */
function toPattern(words: readonly string[]): RegExp {
  const alternatives = words.map((word) => {
    const bare = word.normalize('NFD').replace(/\p{M}/gu, '');
    // The letters of a decomposed text can be followed by accents.
    const letters = Array.from(bare, (letter) => `${letter}\\p{M}*`).join('');
    return WITHOUT_SPACES.test(word) ? letters : `(?<!${LETTER})${letters}${LETTER}*`;
  });
  return new RegExp(alternatives.join('|'), 'iu');
}

/** The beginning of a word not far before a place. */
function findStart(text: string, index: number): number {
  if (index <= BEFORE) return 0;
  const space = text.indexOf(' ', index - BEFORE);
  return space === -1 || space >= index ? index : space + 1;
}

/** The end of a word not far behind a place. */
function findEnd(text: string, index: number): number {
  if (index + BEHIND >= text.length) return text.length;
  const space = text.lastIndexOf(' ', index + BEHIND);
  return space <= index ? index + BEHIND : space;
}

function splitByMatches(text: string, pattern: RegExp): Snippet {
  const parts: SnippetPart[] = [];
  let end = 0;
  for (const match of text.matchAll(new RegExp(pattern, 'giu'))) {
    if (match.index > end) parts.push({ text: text.slice(end, match.index), isMatch: false });
    end = match.index + match[0].length;
    parts.push({ text: match[0], isMatch: true });
  }
  return end < text.length ? [...parts, { text: text.slice(end), isMatch: false }] : parts;
}
