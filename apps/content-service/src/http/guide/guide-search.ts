import { type RenderedPage, toPlainText } from './render-markdown.js';

/** A page of the guide that is searched. */
export interface SearchedPage extends Pick<RenderedPage, 'title' | 'html'> {
  /** Below `/docs/guide/`. */
  readonly path: string;
}

/** A piece of a text; `isMatch` for a word that was searched. */
interface TextPiece {
  readonly text: string;
  readonly isMatch: boolean;
}

/** A section of a page that has all words. */
interface SearchHit {
  readonly path: string;
  readonly pageTitle: string;
  /** The anchor of its heading. */
  readonly anchor: string;
  readonly heading: readonly TextPiece[];
  /** What stands around the first word. */
  readonly excerpt: readonly TextPiece[];
}

export interface SearchResult {
  /** The best first, at most `HITS_MAXIMUM`. */
  readonly hits: readonly SearchHit[];
  /** How many there are in all. */
  readonly total: number;
}

/** A heading with the text up to the next one. */
interface Section {
  readonly path: string;
  readonly pageTitle: string;
  readonly anchor: string;
  readonly heading: string;
  readonly text: string;
}

const HITS_MAXIMUM = 40;
/** Further words of a query are left out: each is looked for in every section. */
const WORDS_MAXIMUM = 8;
/** Characters of an excerpt before the first word, and in all. */
const EXCERPT = { before: 80, length: 240 };

const SECTION = /<h[1-6] id="([^"]*)">(.*?)<\/h[1-6]>([^]*?)(?=<h[1-6] id="|$)/g;

/** Tags behind which another text begins. */
const BLOCK_END = /<\/(p|li|pre|td|th|tr|blockquote)>|<br ?\/?>/g;

/** The sections of the guide, in their order. They do not change. */
export class GuideSearch {
  private readonly sections: readonly Section[];

  constructor(pages: readonly SearchedPage[]) {
    this.sections = pages.flatMap(listSections);
  }

  /**
   * The sections that have all words of a query, each at the beginning of a word and in any case. Those with more of them in their
   * heading come first.
   *
   * @param query at most some hundred characters
   */
  find(query: string): SearchResult {
    const words = [...new Set(query.toLowerCase().split(/\s+/u).filter(Boolean))].slice(0, WORDS_MAXIMUM);
    if (words.length === 0) return { hits: [], total: 0 };
    const patterns = words.map((word) => new RegExp(toPattern([word]), 'iu'));
    const found = this.sections.flatMap((section) => {
      const { heading, text } = section;
      if (!patterns.every((pattern) => pattern.test(heading) || pattern.test(text))) return [];
      return [{ section, inHeading: patterns.filter((pattern) => pattern.test(heading)).length }];
    });
    const best = found.toSorted((one, other) => other.inHeading - one.inHeading).slice(0, HITS_MAXIMUM);
    const all = new RegExp(`(${toPattern(words)})`, 'giu');
    return { hits: best.map(({ section }) => toHit(section, all)), total: found.length };
  }
}

function listSections({ path, title, html }: SearchedPage): readonly Section[] {
  return [...html.matchAll(SECTION)].map(([, anchor = '', heading = '', content = '']) => ({
    ...{ path, pageTitle: title, anchor },
    heading: toPlainText(heading),
    text: toPlainText(content.replace(BLOCK_END, ' $&')).replace(/\s+/g, ' ').trim(),
  }));
}

/** Matches words by their beginnings; `_` parts words, as in `WEBHOOK_TIMEOUT_MS`. */
function toPattern(words: readonly string[]): string {
  const escaped = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  return `(?<![\\p{L}\\p{N}])(?:${escaped.join('|')})`;
}

function toHit({ path, pageTitle, anchor, heading, text }: Section, words: RegExp): SearchHit {
  return { path, pageTitle, anchor, heading: split(heading, words), excerpt: split(cut(text, words), words) };
}

/** The part of a text around the first word, which begins and ends at a blank. */
function cut(text: string, words: RegExp): string {
  const first = Math.max(0, text.search(words));
  const from = first <= EXCERPT.before ? 0 : text.indexOf(' ', first - EXCERPT.before) + 1;
  const start = from > first ? first : from;
  const end = start + EXCERPT.length;
  const last = text.lastIndexOf(' ', end);
  const part = text.length <= end ? text.slice(start) : text.slice(start, last > first ? last : end);
  return `${start > 0 ? '… ' : ''}${part}${start + part.length < text.length ? ' …' : ''}`;
}

/** `String.split` with a group puts matches between the other pieces. */
function split(text: string, words: RegExp): readonly TextPiece[] {
  return text
    .split(words)
    .map((piece, n) => ({ text: piece, isMatch: n % 2 === 1 }))
    .filter((piece) => piece.text !== '');
}
