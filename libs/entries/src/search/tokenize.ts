import type { SearchTerm } from '../query/entry-query.js';
import { fold } from '../query/fold.js';

/**
 * The words of texts for full text search. Every store searches these tokens instead of the text, so all stores find the
 * same entries: the engines' own word boundaries, stop words and minimum lengths have no effect.
 *
 * A token consists of `a` to `z` and digits only, whatever the script of its text, and begins with `tt`: it is longer than
 * the minimum of every engine (InnoDB: 3 characters), no stop word, and never an operator of an engine's query language.
 */
const PREFIX = 'tt';
/** The code of both characters. */
const PREFIX_CODE = 0x74;

/** The maximum length of a word in characters; of a longer one the beginning is used. */
const WORD_MAXIMUM = 60;

/**
 * A token of more characters without its prefix is followed by another one with the rest of the word, which may be empty: so
 * no word is the first token of another. InnoDB does not index words of more than 84 characters, and `encode` makes six of one
 * at most.
 */
const ENCODED_MAXIMUM = 84 - PREFIX.length - 6;

/** Begins the rest of a word, and no character (`encode`). */
const REST = 'qzz';

/** Scripts without spaces between words: their texts are indexed as overlapping pairs of characters. */
const PAIRED =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}' +
  '\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}ー々\\u3099\\u309A';

const PLAIN = /^[\s!-~]*$/;
// Nothing has to follow a run, so no match begins anew within it: the time is linear.
// oxlint-disable-next-line regexp/no-super-linear-move
const PLAIN_RUNS = /[a-z0-9]+/g;
// oxlint-disable-next-line regexp/no-super-linear-move
const RUNS = /[\p{L}\p{N}\p{M}]+/gu;
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
  return tokenizeFolded(fold(text));
}

/** The length of a run up to which its token is not cut, whatever its characters. */
const UNCUT = Math.floor(ENCODED_MAXIMUM / 2);

/** Room for the tokens that begin at a character: `PREFIX`, two encoded characters or `REST`, and a space. */
const TOKEN_BYTES = 16;

/** Used again for each text that is short enough. */
const SCRATCH = Buffer.allocUnsafe(65_536);

const SPACE = 0x20;

/**
 * The tokens of a text joined by spaces, as `tokenize` finds them, in a fourth of its time for a text that is mostly ASCII:
 * they are written as bytes, since strings of single words would be most of the garbage of a write.
 *
 * @example formatTokens('Night trams') // 'ttnight tttrams'
 */
export function formatTokens(text: string): string {
  const folded = fold(text);
  const size = TOKEN_BYTES * folded.length;
  const bytes = size <= SCRATCH.length ? SCRATCH : Buffer.allocUnsafe(size);
  let end = 0;
  for (let start = 0; start < folded.length;) {
    const runEnd = findRunEnd(folded, start);
    if (runEnd > start) {
      const separator = Number(end > 0);
      const length = writeTokens(bytes, end + separator, folded, start, runEnd);
      if (separator > 0) bytes[end] = SPACE;
      if (length > 0) end += separator + length;
    }
    start = runEnd + 1;
  }
  return bytes.toString('latin1', 0, end);
}

/** The end of the letters and digits behind `start`; all code units beyond ASCII count as such. */
function findRunEnd(folded: string, start: number): number {
  for (let end = start; end < folded.length; end += 1) {
    const code = folded.charCodeAt(end);
    if (!isPlain(code) && code < FIRST) return end;
  }
  return folded.length;
}

/** Whether a code unit is of `a` to `z` or a digit. */
function isPlain(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39);
}

/** Writes the tokens of a run. @returns how many bytes they have */
function writeTokens(bytes: Buffer, at: number, folded: string, start: number, runEnd: number): number {
  const isShort = runEnd - start <= UNCUT;
  const length = isShort ? writePlainToken(bytes, at, folded, start, runEnd) : undefined;
  return length ?? bytes.write(tokenizeFolded(folded.slice(start, runEnd)).join(' '), at, 'latin1');
}

/** Writes the token of a short run of plain characters. @returns `undefined` for another run */
function writePlainToken(
  bytes: Buffer,
  at: number,
  folded: string,
  start: number,
  runEnd: number,
): number | undefined {
  bytes[at] = bytes[at + 1] = PREFIX_CODE;
  let end = at + PREFIX.length;
  for (let n = start; n < runEnd; n += 1) {
    const code = folded.charCodeAt(n);
    if (!isPlain(code)) return undefined;
    bytes[end++] = code;
    if (code === ESCAPE_CODE) bytes[end++] = code;
  }
  return end - at;
}

function tokenizeFolded(folded: string): string[] {
  return findRuns(folded).flatMap((run) => (ASCII.test(run) ? toTokens(run) : tokenizeRun(run)));
}

/** The runs of letters and digits of a folded text; marks that are left in it are letters. */
function findRuns(folded: string): readonly string[] {
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
  if (!paired) return toTokens(run);
  const characters = Array.from(run);
  return characters.flatMap((character, n) => toTokens(character + (characters[n + 1] ?? '')));
}

/**
 * The adjacent tokens of a searched text; `undefined` without a letter or digit. The text may end within a run of pairs, so
 * its last character is no token of its own.
 */
export function toSearchTerm(text: string, prefix: boolean): SearchTerm | undefined {
  const last = findRuns(fold(text)).flatMap(splitRun).at(-1);
  if (last === undefined) return undefined;
  const tokens = tokenize(text);
  if (!last.paired) return { tokens, prefix };
  return Array.from(last.characters).length > 1
    ? { tokens: tokens.slice(0, -1), prefix: false }
    : { tokens, prefix: true };
}

/** The token of a word, or the tokens of a long one. */
function toTokens(word: string): string[] {
  if (word.length <= WORD_MAXIMUM && !word.includes(ESCAPE) && ASCII.test(word)) return [PREFIX + word];
  const tokens: string[] = [];
  let token = '';
  for (const character of Array.from(word).slice(0, WORD_MAXIMUM)) {
    token += encode(character);
    if (token.length <= ENCODED_MAXIMUM) continue;
    tokens.push(PREFIX + token);
    token = REST;
  }
  return [...tokens, PREFIX + token];
}

/** Begins the form of every character other than `a` to `z` and digits, and of itself. */
const ESCAPE = 'q';
const ESCAPE_CODE = 0x71;

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
