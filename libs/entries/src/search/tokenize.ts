import type { SearchTerm } from '../query/entry-query.js';
import { fold } from '../query/index-value.js';

/**
 * The words of texts for full text search. Every store searches these tokens instead of the text, so all stores find the
 * same entries: the engines' own word boundaries, stop words and minimum lengths have no effect.
 *
 * A token consists of `a` to `z` and digits only, whatever the script of its text, and begins with `tt`: it is longer than
 * the minimum of every engine (InnoDB: 3 characters), no stop word, and never an operator of an engine's query language.
 */
const PREFIX = 'tt';

/** The maximum length of a word in characters; of a longer one the beginning is used. */
const WORD_MAXIMUM = 60;

/** The maximum length of a token without its prefix: InnoDB does not index words of more than 84 characters. */
const ENCODED_MAXIMUM = 82;

/** Scripts without spaces between words: their texts are indexed as overlapping pairs of characters. */
const PAIRED =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}' +
  '\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}ー々';

const PLAIN = /^[\s!-~]*$/;
// Nothing has to follow a run, so no match begins anew within it: the time is linear.
// eslint-disable-next-line regexp/no-super-linear-move
const PLAIN_RUNS = /[a-z0-9]+/g;
// eslint-disable-next-line regexp/no-super-linear-move
const RUNS = /[\p{L}\p{N}]+/gu;
const ASCII = /^[a-z0-9]+$/;
const SEGMENTS = new RegExp(`[${PAIRED}]+|[^${PAIRED}]+`, 'gu');
const IS_PAIRED = new RegExp(`^[${PAIRED}]`, 'u');

/**
 * The tokens of a text in their order. The last character of a run of pairs is a token, too, so that every single character
 * begins one.
 *
 * @example tokenize('Night trams') // ['ttnight', 'tttrams']
 */
export function tokenize(text: string): string[] {
  return findRuns(text).flatMap((run) => (ASCII.test(run) ? toToken(run) : tokenizeRun(run)));
}

/** The runs of letters and digits of a folded text. */
function findRuns(text: string): readonly string[] {
  const folded = fold(text);
  return folded.match(PLAIN.test(folded) ? PLAIN_RUNS : RUNS) ?? [];
}

/** The tokens of recent runs: a text repeats most of its words, and texts of a site do. */
const recent = new Map<string, readonly string[]>();
const RECENT_MAXIMUM = 20_000;

function tokenizeRun(run: string): readonly string[] {
  if (run.length > WORD_MAXIMUM) return splitRun(run).flatMap(tokenizeSegment);
  const known = recent.get(run);
  if (known !== undefined) return known;
  const tokens = splitRun(run).flatMap(tokenizeSegment);
  if (recent.size >= RECENT_MAXIMUM) recent.clear();
  recent.set(run, tokens);
  return tokens;
}

/** A part of a run in one kind of script. */
interface Segment {
  readonly characters: string;
  readonly paired: boolean;
}

function splitRun(run: string): Segment[] {
  const segments = run.match(SEGMENTS) ?? [];
  return segments.map((characters) => ({ characters, paired: IS_PAIRED.test(characters) }));
}

function tokenizeSegment({ characters: run, paired }: Segment): string[] {
  if (!paired) return [toToken(run)];
  const characters = Array.from(run);
  return characters.map((character, n) => toToken(character + (characters[n + 1] ?? '')));
}

/**
 * The adjacent tokens of a searched text; `undefined` without a letter or digit. The text may end within a run of pairs, so
 * its last character is no token of its own.
 */
export function toSearchTerm(text: string, prefix: boolean): SearchTerm | undefined {
  const last = findRuns(text).flatMap(splitRun).at(-1);
  if (last === undefined) return undefined;
  const tokens = tokenize(text);
  if (!last.paired) return { tokens, prefix };
  return Array.from(last.characters).length > 1
    ? { tokens: tokens.slice(0, -1), prefix: false }
    : { tokens, prefix: true };
}

function toToken(word: string): string {
  if (word.length <= WORD_MAXIMUM && !word.includes(ESCAPE) && ASCII.test(word)) return PREFIX + word;
  let encoded = '';
  for (const character of Array.from(word).slice(0, WORD_MAXIMUM)) {
    const next = encoded + encode(character);
    if (next.length > ENCODED_MAXIMUM) break;
    encoded = next;
  }
  return PREFIX + encoded;
}

/** Begins the form of every character other than `a` to `z` and digits, and of itself. */
const ESCAPE = 'q';

/** The first digits of the short form; others begin the longer forms. */
const LEADING = '0123456789abcdefghijklmnoprstuvwx';
const RADIX = 36;
const FIRST = 0x80;
const SHORT_FORMS = LEADING.length * RADIX;
const MEDIUM_FORMS = RADIX ** 3;

/**
 * A character as letters and digits: none is the beginning of another, so the beginnings of words remain beginnings. Latin,
 * Greek and Cyrillic letters take three characters, most others five.
 */
function encode(character: string): string {
  if (character === ESCAPE) return ESCAPE + ESCAPE;
  const code = character.codePointAt(0) ?? 0;
  if (code < FIRST) return character;
  const offset = code - FIRST;
  if (offset < SHORT_FORMS)
    return ESCAPE + (LEADING[Math.floor(offset / RADIX)] ?? '') + (offset % RADIX).toString(RADIX);
  const rest = offset - SHORT_FORMS;
  return rest < MEDIUM_FORMS
    ? `${ESCAPE}y${rest.toString(RADIX).padStart(3, '0')}`
    : `${ESCAPE}z${rest.toString(RADIX).padStart(4, '0')}`;
}
