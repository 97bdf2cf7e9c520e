import type { ContentModel, ResourceType } from '@content-service/bundles';
import { isUuid, type Uuid } from '@content-service/kernel';
import { type Entry, getPathAlias } from '../entry.js';
import type { EntryStore } from '../entry.store.js';
import { parseEntityUri } from './entity-uri.js';
import { EVERY_LANGUAGE, findRedirects, type Redirect } from './redirects.js';

/** One redirect on the way from a path to what it leads to. */
export interface FollowedRedirect {
  readonly from: string;
  /** A path or the URL of another site. */
  readonly to: string;
  readonly statusCode: number;
}

/** What a path leads to. */
export type ResolvedPath = { readonly redirects: readonly FollowedRedirect[] } & (
  | {
      readonly entry: Entry;
      readonly type: ResourceType;
      /** Query and fragment of the last redirect, such as `?a=b#c`; empty without. */
      readonly suffix: string;
    }
  /** The URL of another site. */
  | { readonly externalUrl: string }
);

/** The language of paths. */
const LANGCODE = 'en';

const CHAIN_MAXIMUM = 10;

/** In UTF-16 units; an alias has at most 255 characters. */
const PATH_LENGTH_MAXIMUM = 2 * 255;

/** Redirects from one path that are looked at; more than one for each language makes no sense. */
const SAME_SOURCE_MAXIMUM = 20;

/** Finds what the paths of a site lead to: redirects, aliases, and `/node/{id}`. */
export class PathResolver {
  /** @param baseUrl targets of redirects that begin with it are paths of the site */
  constructor(
    private readonly store: EntryStore,
    private readonly baseUrl: string,
  ) {}

  /**
   * Follows redirects, at most 10 and each path once, and finds the entry at their end. A redirect of an editor comes before the
   * entry with the path as its alias, an automatic one behind it.
   *
   * @param path without query and fragment
   * @returns an entry whether or not the caller may see it; `undefined` when there is none
   */
  async resolve(path: string, model: ContentModel): Promise<ResolvedPath | undefined> {
    if (path.length > PATH_LENGTH_MAXIMUM) return undefined;
    const redirects: FollowedRedirect[] = [];
    const visited = new Set<string>();
    let [current, suffix] = [trimSlash(path), ''];
    for (;;) {
      visited.add(current);
      const [entry, redirect] = await Promise.all([
        this.findEntry(current, model),
        this.findRedirect(current),
      ]);
      const isHidden = redirect?.automatic === true && entry !== undefined && formatPath(entry) === current;
      const next =
        redirect === undefined || isHidden || redirects.length === CHAIN_MAXIMUM
          ? undefined
          : await this.parseTarget(redirect.target);
      if (redirect === undefined || next === undefined || visited.has(next.path)) {
        const type = entry && model.find(entry.type);
        return entry && type && { entry, type, redirects, suffix };
      }
      const { statusCode } = redirect;
      redirects.push({ from: current, to: next.path + next.suffix, statusCode });
      if (next.isExternal) return { externalUrl: next.path, redirects };
      [current, suffix] = [next.path, next.suffix];
    }
  }

  private async findEntry(path: string, model: ContentModel): Promise<Entry | undefined> {
    return (await findEntriesByPath(this.store, [path], model)).get(path);
  }

  private async findRedirect(path: string): Promise<Redirect | undefined> {
    const selection = { publishedOnly: true, automaticOnly: false, limit: SAME_SOURCE_MAXIMUM };
    const found = await findRedirects(this.store, [path], selection);
    const rank = ({ automatic, langcode }: Redirect): number =>
      (automatic ? 3 : 0) + (langcode === LANGCODE ? 0 : langcode === EVERY_LANGUAGE ? 1 : 2);
    return [...found].sort((one, other) => rank(one) - rank(other))[0];
  }

  private async parseTarget(uri: string): Promise<Target | undefined> {
    const entity = parseEntityUri(uri);
    if (entity !== undefined) {
      const entry = (await this.store.getMany([entity.id])).get(entity.id);
      return entry && { path: formatPath(entry), suffix: entity.suffix, isExternal: false };
    }
    if (uri === 'route:<front>') return { path: '/', suffix: '', isExternal: false };
    if (uri === this.baseUrl || uri.startsWith(`${this.baseUrl}/`))
      return splitPath(uri.slice(this.baseUrl.length));
    if (/^https?:/i.test(uri)) return { path: uri, suffix: '', isExternal: true };
    const [, internal] = /^internal:(.*)$/.exec(uri) ?? [];
    return internal === undefined ? undefined : splitPath(internal);
  }
}

/**
 * The entries that paths lead to without redirects, by path: by their aliases, and by paths such as `/node/{id}`.
 *
 * @param paths without query and fragment
 */
export async function findEntriesByPath(
  store: Pick<EntryStore, 'findByAliases' | 'getMany'>,
  paths: readonly string[],
  model: ContentModel,
): Promise<Map<string, Entry>> {
  const ids = new Map<string, Uuid>();
  for (const path of paths) {
    const id = parseEntryPath(path, model);
    if (id !== undefined) ids.set(path, id);
  }
  const aliases = paths.filter((path) => !ids.has(path) && path.length <= PATH_LENGTH_MAXIMUM);
  if (aliases.length > 0)
    for (const [path, id] of await store.findByAliases(aliases, LANGCODE)) ids.set(path, id);
  const entries = ids.size === 0 ? new Map<Uuid, Entry>() : await store.getMany([...new Set(ids.values())]);
  return new Map(
    [...ids].flatMap(([path, id]) => {
      const entry = entries.get(id);
      return entry !== undefined && hasPath(entry, model) ? [[path, entry]] : [];
    }),
  );
}

export interface Target {
  readonly path: string;
  readonly suffix: string;
  readonly isExternal: boolean;
}

/** A path of the site, without a slash at its end, and its query and fragment. */
export function splitPath(text: string): Target {
  const end = text.search(/[?#]/);
  const [path, suffix] = end === -1 ? [text, ''] : [text.slice(0, end), text.slice(end)];
  return { path: trimSlash(path.startsWith('/') ? path : `/${path}`), suffix, isExternal: false };
}

function trimSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

/** The path of an entry: its alias, otherwise `/node/{id}`. */
export function formatPath(entry: Entry): string {
  return getPathAlias(entry)?.alias ?? `/${entry.type.split('--', 1)[0] ?? ''}/${entry.id}`;
}

/** The id in a path such as `/node/{id}`, of an entity type whose entries have paths. */
function parseEntryPath(path: string, model: ContentModel): Uuid | undefined {
  const [, name, text] = /^\/([a-z_]+)\/([0-9a-f-]{36})$/i.exec(path) ?? [];
  const id = text?.toLowerCase();
  if (name === undefined || id === undefined || !isUuid(id)) return undefined;
  return model.resourceTypes.some(({ entityType, fields }) => entityType.name === name && fields.has('path'))
    ? id
    : undefined;
}

function hasPath({ type }: Entry, model: ContentModel): boolean {
  return model.find(type)?.fields.has('path') === true;
}
