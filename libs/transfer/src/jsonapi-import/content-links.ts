import { type Field, isMultiple } from '@content-service/bundles';
import { getOwn, isJsonObject, type Json, type JsonObject } from '@content-service/kernel';
import type { SourceResource } from './source-documents.js';

/** The paths at which Drupal shows the entries of an entity type by their row numbers, and the attribute with the number. */
const ROW_PATHS: readonly { readonly entityType: string; readonly path: string; readonly number: string }[] =
  [
    { entityType: 'node', path: 'node', number: 'drupal_internal__nid' },
    { entityType: 'taxonomy_term', path: 'taxonomy/term', number: 'drupal_internal__tid' },
    { entityType: 'media', path: 'media', number: 'drupal_internal__mid' },
    { entityType: 'user', path: 'user', number: 'drupal_internal__uid' },
  ];

const PATHS = ROW_PATHS.map(({ path }) => path).join('|');
/** `/node/17`, below a language such as `/de`, with a query or fragment. */
const ROW_PATH = new RegExp(
  String.raw`^(/[a-z]{2,3}(?:-[a-z]{2,8})?)?/(${PATHS})/(\d{1,15})((?:[?#].*)?)$`,
  's',
);
const INTERNAL = 'internal:';
/** `entity:node/17`. */
const ENTITY = new RegExp(
  `^entity:(${ROW_PATHS.map(({ entityType }) => entityType).join('|')})/(\\d{1,15})((?:[?#].*)?)$`,
  's',
);
/** The address of a link in HTML. */
const HREF = /(\shref\s*=\s*)(?:"([^"]*)"|'([^']*)')/gi;

/** An entry that is linked by its row number. */
interface RowTarget {
  readonly id: string;
  readonly alias: string | undefined;
}

/** A link to an entry by its row number at the source, which the entry does not have here. */
interface RowLink {
  /** `node/17`, by entity type. */
  readonly row: string;
  /** `/de` or nothing. */
  readonly language: string;
  /** A query or fragment. */
  readonly suffix: string;
}

/**
 * Links of contents that name entries by row numbers: `entity:node/17` and `internal:/node/17` in links, `href="/node/17"` in
 * texts. They become the path alias of the entry. Remembers the numbers that are linked, and of these entries only.
 */
export class ContentLinks {
  private readonly wanted = new Set<string>();
  private readonly targets = new Map<string, RowTarget>();

  /** @param origin of the source, with which links to the site itself may begin */
  constructor(private readonly origin: string) {}

  /** True when resources have links whose targets have to be looked for. */
  get hasLinks(): boolean {
    return this.wanted.size > 0;
  }

  /** Takes notice of the links in a resource. */
  collect({ attributes }: SourceResource): void {
    for (const value of Object.values(attributes)) this.collectFrom(value);
  }

  /** Remembers a resource that links name by its row number. @param id of its entry */
  addTarget({ type, attributes }: SourceResource, id: string): void {
    const rows = ROW_PATHS.find(({ entityType }) => type.startsWith(`${entityType}--`));
    const number = rows === undefined ? undefined : getOwn(attributes, rows.number);
    if (rows === undefined || typeof number !== 'number') return;
    const row = `${rows.entityType}/${number}`;
    if (!this.wanted.has(row) || attributes['default_langcode'] === false) return;
    const path = attributes['path'];
    const alias = isJsonObject(path) ? path['alias'] : undefined;
    // Aliases of other entries are no addresses here.
    const isAddress = rows.entityType === 'node' && typeof alias === 'string' && alias.startsWith('/');
    this.targets.set(row, { id, alias: isAddress ? alias : undefined });
  }

  /** The converted value of a field with links that lead to entries. @param note called for each link by a row number */
  rewrite(value: Json, field: Field, note: (message: string) => void): Json {
    if (isMultiple(field) && Array.isArray(value))
      return (value as readonly Json[]).map((item) => this.rewriteItem(item, field, note));
    return this.rewriteItem(value, field, note);
  }

  private rewriteItem(item: Json, { type }: Field, note: (message: string) => void): Json {
    if (!isJsonObject(item)) return item;
    if (type === 'link') return this.rewriteMember(item, 'uri', (uri) => this.rewriteUri(uri, note));
    if (type !== 'text_long' && type !== 'text_with_summary') return item;
    const rewriteHtml = (html: string): string =>
      html.replaceAll(HREF, (whole, start: string, double?: string, single?: string) => {
        const address = double ?? single ?? '';
        const quote = double === undefined ? "'" : '"';
        return start + quote + this.rewriteHref(address, note) + quote;
      });
    return this.rewriteMember(this.rewriteMember(item, 'value', rewriteHtml), 'summary', rewriteHtml);
  }

  private rewriteMember(item: JsonObject, name: string, rewrite: (text: string) => string): JsonObject {
    const text = item[name];
    return typeof text === 'string' ? { ...item, [name]: rewrite(text) } : item;
  }

  private rewriteUri(uri: string, note: (message: string) => void): string {
    const link = this.parse(uri);
    if (link === undefined) return uri;
    const { row, language, suffix } = link;
    const target = this.targets.get(row);
    const isAddress = !uri.startsWith('entity:') && !uri.startsWith(INTERNAL);
    if (target?.alias !== undefined) {
      note('a link to a row number, which became the path alias of the entry');
      const path = `${language}${target.alias}${suffix}`;
      return isAddress ? this.origin + path : INTERNAL + path;
    }
    if (target === undefined || isAddress) {
      note(NOT_REWRITTEN);
      return uri;
    }
    note('a link to a row number, which became the id of the entry');
    return `entity:${row.slice(0, row.indexOf('/'))}/${target.id}${suffix}`;
  }

  private rewriteHref(address: string, note: (message: string) => void): string {
    const link = this.parse(address);
    if (link === undefined) return address;
    const alias = this.targets.get(link.row)?.alias;
    if (alias === undefined) {
      note(NOT_REWRITTEN);
      return address;
    }
    note('a link to a row number, which became the path alias of the entry');
    const origin = address.startsWith('/') ? '' : this.origin;
    return origin + link.language + escapeAttribute(alias) + link.suffix;
  }

  private parse(address: string): RowLink | undefined {
    const [, entityType, number, end = ''] = ENTITY.exec(address) ?? [];
    if (entityType !== undefined && number !== undefined)
      return { row: `${entityType}/${Number(number)}`, language: '', suffix: end };
    const prefix = [INTERNAL, this.origin].find((start) => address.startsWith(`${start}/`)) ?? '';
    const [, language = '', path, row, suffix = ''] = ROW_PATH.exec(address.slice(prefix.length)) ?? [];
    const rows = ROW_PATHS.find((known) => known.path === path);
    return rows === undefined || row === undefined
      ? undefined
      : { row: `${rows.entityType}/${Number(row)}`, language, suffix };
  }

  private collectFrom(value: Json | undefined): void {
    if (typeof value === 'string') {
      const link = this.parse(value);
      if (link !== undefined) this.wanted.add(link.row);
      for (const [, , double, single] of value.matchAll(HREF)) {
        const row = this.parse(double ?? single ?? '')?.row;
        if (row !== undefined) this.wanted.add(row);
      }
    } else if (typeof value === 'object' && value !== null)
      for (const member of Object.values(value) as readonly Json[]) this.collectFrom(member);
  }
}

const NOT_REWRITTEN = 'a link to a row number whose entry has no path alias or was not read; it is as it was';

/** A text as part of the value of an attribute, in quotes of either kind. */
export function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#039;');
}
