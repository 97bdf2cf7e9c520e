import { FIELD_TYPES, type ResourceType } from '@content-service/bundles';
import { getOwn, type Json } from '@content-service/kernel';
import type { Entry } from '../entry.js';
import type { SearchedProperty, SearchTerm } from '../query/entry-query.js';
import { formatTokens } from './tokenize.js';

/** The weights of the name of an entry and of its other texts. */
export const SEARCH_WEIGHTS = { label: 3, text: 1 } as const;

/**
 * The searched properties of a resource type: the label, the long texts, and the plain texts that the site has defined.
 * Other base fields with text are no prose (`langcode`, `uri`), and hidden fields disclose nothing.
 */
export function getSearchedProperties({ entityType, fields }: ResourceType): SearchedProperty[] {
  const technical = new Set(
    entityType.baseFields.filter(({ type }) => type === 'string').map(({ name }) => name),
  );
  return [...fields.values()].flatMap((field) => {
    const isLabel = field.name === entityType.labelField;
    if (field.hidden === true || (technical.has(field.name) && !isLabel)) return [];
    const weight = isLabel ? SEARCH_WEIGHTS.label : SEARCH_WEIGHTS.text;
    const searched = FIELD_TYPES[field.type].searchedProperties ?? [];
    return searched.map((property) => ({ field: field.name, property, weight }));
  });
}

/**
 * The most characters of the tokens of one property that are searched; of a longer text the beginning is found. It bounds
 * the work of a write, and PostgreSQL indexes at most 1 MiB of a text.
 */
const TOKENS_MAXIMUM = 500_000;

/** Stands between two values, so that no phrase reaches from one to the next. */
const GAP = '|';

/**
 * The tokens of all values of a property, each between spaces: ` ttnight tttram | ttday `. Empty without a word.
 *
 * @param name of the field and the property
 */
export function toSearchText(entry: Entry, name: Pick<SearchedProperty, 'field' | 'property'>): string {
  const stored = entry.attributes[name.field] ?? null;
  const values: readonly Json[] = Array.isArray(stored) ? (stored as readonly Json[]) : [stored];
  const texts = values.map((value) => toPlainText(value, name.property).slice(0, TOKENS_MAXIMUM));
  const tokens = texts.map(formatTokens).filter((text) => text !== '');
  const joined = tokens.join(` ${GAP} `);
  if (joined.length < TOKENS_MAXIMUM) return joined === '' ? '' : ` ${joined} `;
  return ` ${cutTokens(tokens).join(' ')} `;
}

/** Leaves out the tokens that exceed the maximum. */
function cutTokens(values: readonly string[]): readonly string[] {
  const parts: string[] = [];
  let length = 0;
  for (const value of values) {
    if (parts.length > 0) parts.push(GAP);
    for (const token of value.split(' ')) {
      length += token.length + 1;
      if (length > TOKENS_MAXIMUM) break;
      parts.push(token);
    }
  }
  return parts;
}

/** The text of a value as a reader of the site sees it: of formatted text that of its HTML. */
function toPlainText(value: Json, property: string): string {
  if (property === '') return typeof value === 'object' ? '' : String(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return '';
  const members = value as Readonly<Record<string, Json>>;
  const html = members[property === 'value' ? 'processed' : property] ?? members[property];
  return typeof html === 'string' ? removeMarkup(html) : '';
}

/** Elements that can stand within a word. */
const INLINE =
  /<\/?(?:a|abbr|b|bdi|bdo|code|del|em|i|ins|mark|q|s|small|span|strong|sub|sup|u|wbr)(?:\s[^<>]*)?>/gi;
const TAG = /<[^<>]*>/g;
const CHARACTER_REFERENCE =
  /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp|shy|zwn?j|lrm|rlm));/gi;
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  shy: '',
  zwj: '',
  zwnj: '',
  lrm: '',
  rlm: '',
};

function removeMarkup(html: string): string {
  const text = html.includes('<') ? html.replace(INLINE, '').replace(TAG, ' ') : html;
  return text.includes('&') ? text.replace(CHARACTER_REFERENCE, decodeReference) : text;
}

function decodeReference(_: string, decimal?: string, hexadecimal?: string, name?: string): string {
  if (name !== undefined) return getOwn(NAMED, name.toLowerCase()) ?? ' ';
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
  return code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
}

/** The part of a search text that a term is found by. */
export function toNeedle({ tokens, prefix }: SearchTerm): string {
  return ` ${tokens.join(' ')}${prefix ? '' : ' '}`;
}
