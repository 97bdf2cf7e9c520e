import { type Field, isMultiple } from '@content-service/bundles';
import { isJsonObject, type Json, type JsonObject } from '@content-service/kernel';
import { escapeAttribute } from './content-links.js';
import type { SourceResource } from './source-documents.js';

/** Attributes of HTML with the address of a file; `srcset` has several. */
const ATTRIBUTE = /(\s(src|srcset|href|poster)\s*=\s*)(?:"([^"]*)"|'([^']*)')/gi;
const INTERNAL = 'internal:';
/** The folders in which Drupal keeps files, with or without a path of the installation before them. */
const FILES_FOLDER = /\/(?:sites\/[^/]+\/files|system\/files)\//;
/** The address of a picture that Drupal has made by an image style: the folder, and the path of the original. */
const STYLE = /^(.*\/files)\/styles\/[^/]+\/[^/]+\/(.+)$/;
/** A path that may lead to a file: its last part has an extension. */
const EXTENSION = /\.[a-z\d]{1,8}$/i;

/** Characters of an address; what is longer is none. */
const ADDRESS_MAXIMUM = 4096;
const ADDRESS_START = /^\s*(?:https?:)?\/\/?[^/]/i;

/** An address in a text, taken apart. */
interface ParsedAddress {
  /** The path, percent-decoded, behind `//` and the host unless that is the site itself. */
  readonly key: string;
  readonly fragment: string;
  /** Whether the address has a host. */
  readonly isAbsolute: boolean;
}

/** The address of a file on this service. */
export interface FileAddress {
  /** Such as `/files/0190b0a0-…/sea.jpg`. */
  readonly path: string;
  /** The path behind the address of the service. */
  readonly url: string;
}

/** Called for each address of a file: one that was replaced, or one that stayed since no such file is known. */
export type NoteAddress = (address: string, isKnown: boolean) => void;

/**
 * Addresses of files of the source in texts and links, which become those of the files here. The address of a picture of an
 * image style becomes that of its original. Remembers the addresses that texts have, and of these files only.
 */
export class FileAddresses {
  private readonly wanted = new Set<string>();
  private readonly found = new Map<string, FileAddress>();
  private readonly host: string;
  private readonly hosts: ReadonlySet<string>;

  /**
   * @param origin of the source
   * @param others further origins with files of the source
   */
  constructor(
    private readonly origin: string,
    others: readonly string[],
  ) {
    this.host = new URL(origin).host;
    this.hosts = new Set(others.map((other) => new URL(other).host));
  }

  /** Takes notice of the addresses in a resource. */
  collect({ attributes }: SourceResource): void {
    for (const value of Object.values(attributes)) this.collectFrom(value);
  }

  /**
   * Remembers where a file is.
   *
   * @param address at the source, absolute or below its origin
   */
  add(address: string, here: FileAddress): void {
    const key = this.parse(address)?.key;
    if (key !== undefined && this.wanted.has(key)) this.found.set(key, here);
  }

  /** The converted value of a field with the addresses that files have here. */
  rewrite(value: Json, field: Field, note: NoteAddress): Json {
    if (isMultiple(field) && Array.isArray(value))
      return (value as readonly Json[]).map((item) => this.rewriteItem(item, field, note));
    return this.rewriteItem(value, field, note);
  }

  private rewriteItem(item: Json, { type }: Field, note: NoteAddress): Json {
    if (!isJsonObject(item)) return item;
    if (type === 'link') return rewriteMember(item, 'uri', (uri) => this.rewriteUri(uri, note));
    if (type !== 'text_long' && type !== 'text_with_summary') return item;
    const rewriteHtml = (html: string): string =>
      html.replaceAll(ATTRIBUTE, (whole, start: string, name: string, double?: string, single?: string) => {
        const value = double ?? single ?? '';
        const after = replaceAddresses(name, value, (address) => {
          const replacement = this.rewriteAddress(address, note);
          return replacement === address ? address : escapeAttribute(replacement);
        });
        const quote = double === undefined ? "'" : '"';
        return after === value ? whole : start + quote + after + quote;
      });
    return rewriteMember(rewriteMember(item, 'value', rewriteHtml), 'summary', rewriteHtml);
  }

  private rewriteUri(uri: string, note: NoteAddress): string {
    const prefix = uri.startsWith(`${INTERNAL}/`) ? INTERNAL : '';
    return prefix + this.rewriteAddress(uri.slice(prefix.length), note);
  }

  private rewriteAddress(address: string, note: NoteAddress): string {
    const parsed = this.parse(address);
    if (parsed === undefined) return address;
    const here = getCandidates(parsed.key).flatMap((key) => this.found.get(key) ?? [])[0];
    if (here === undefined) {
      if (FILES_FOLDER.test(parsed.key)) note(address, false);
      return address;
    }
    note(address, true);
    return (parsed.isAbsolute ? here.url : here.path) + parsed.fragment;
  }

  /** @returns `undefined` for an address of another site, and for what is no address of a file */
  private parse(address: string): ParsedAddress | undefined {
    if (address.length > ADDRESS_MAXIMUM || !ADDRESS_START.test(address)) return undefined;
    const text = address.trim().replaceAll(/&amp;|&#0?38;/g, '&');
    if (!URL.canParse(text, this.origin)) return undefined;
    const url = new URL(text, this.origin);
    const path = decodePath(url.pathname);
    if (path === undefined || !(EXTENSION.test(path) || FILES_FOLDER.test(path))) return undefined;
    const { host, hash: fragment } = url;
    const isAbsolute = !/^\/[^/]/.test(text);
    if (host === this.host) return { key: path, fragment, isAbsolute };
    return this.hosts.has(host) ? { key: `//${host}${path}`, fragment, isAbsolute } : undefined;
  }

  private collectFrom(value: Json | undefined): void {
    if (typeof value === 'string') {
      this.want(value.startsWith(INTERNAL) ? value.slice(INTERNAL.length) : value);
      for (const [, , name = '', double, single] of value.matchAll(ATTRIBUTE))
        replaceAddresses(name, double ?? single ?? '', (address) => {
          this.want(address);
          return address;
        });
    } else if (typeof value === 'object' && value !== null)
      for (const member of Object.values(value) as readonly Json[]) this.collectFrom(member);
  }

  private want(address: string): void {
    const parsed = this.parse(address);
    if (parsed !== undefined) for (const key of getCandidates(parsed.key)) this.wanted.add(key);
  }
}

/** The files that an address may mean, best first. */
function getCandidates(key: string): readonly string[] {
  const [, folder, rest] = STYLE.exec(key) ?? [];
  if (folder === undefined || rest === undefined) return [key];
  const original = `${folder}/${rest}`;
  // A style that converts pictures appends the extension of their new format.
  const shorter = original.replace(EXTENSION, '');
  return EXTENSION.test(shorter) ? [key, original, shorter] : [key, original];
}

/** Replaces each address in the value of an attribute. */
function replaceAddresses(name: string, value: string, replace: (address: string) => string): string {
  if (name.toLowerCase() !== 'srcset') return replace(value);
  return value.replaceAll(/\S+/g, (word) => {
    const [start, end] = findCandidate(word);
    return word.slice(0, start) + replace(word.slice(start, end)) + word.slice(end);
  });
}

/** The part of a word of `srcset` between the commas around it, which belong to no address (HTML «srcset attributes»). */
function findCandidate(word: string): readonly [start: number, end: number] {
  let [start, end] = [0, word.length];
  while (start < end && word[start] === ',') start += 1;
  while (end > start && word[end - 1] === ',') end -= 1;
  return [start, end];
}

function rewriteMember(item: JsonObject, name: string, rewrite: (text: string) => string): JsonObject {
  const text = item[name];
  return typeof text === 'string' ? { ...item, [name]: rewrite(text) } : item;
}

function decodePath(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
