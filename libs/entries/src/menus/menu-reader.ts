import { LRUCache } from 'lru-cache';
import { type ContentModel, MENU_LINK_TYPE } from '@content-service/bundles';
import type { Uuid } from '@content-service/kernel';
import type { Principal } from '@content-service/scopes';
import { canSee, canSeeUnpublished, type Entry, type EntryMetadata } from '../entry.js';
import type { EntryStore, WrittenEntries } from '../entry.store.js';
import { findEntriesByPath, formatPath, splitPath } from '../paths/path-resolver.js';
import { parseEntityUri } from '../paths/entity-uri.js';
import { type MenuLink, selectMenuLinks, toMenuLink } from './menu-links.js';
import { buildMenuTree, type PlacedLink } from './menu-tree.js';

/** Links of one menu that are read; those created later do not appear. */
const MENU_LINKS_MAXIMUM = 1000;

/** A link with what it leads to. */
export interface ResolvedLink extends MenuLink {
  /** A path of the site such as `/about?a=b#c`, a URL of any scheme, or an empty text for a link that leads nowhere. */
  readonly url: string;
  /** In the terms of Drupal, such as `{ name: 'entity.node.canonical', parameters: { node: '…' } }`. */
  readonly route: { readonly name: string; readonly parameters: Readonly<Record<string, string>> };
}

/** The part of a menu that a principal may see. */
export interface MenuResult {
  readonly items: readonly PlacedLink<ResolvedLink>[];
  /** All links of the menu and all entries that they lead to, shown or not. */
  readonly entries: readonly EntryMetadata[];
  /** The resource types of which any entry, a new one included, may change the menu. */
  readonly types: readonly string[];
}

/** A menu as it was read. */
interface KeptMenu extends MenuResult {
  readonly model: ContentModel;
  /** The ids of the entries, and of missing entries that links lead to. */
  readonly ids: ReadonlySet<Uuid>;
  /** Nothing that was written up to here (`EntryStore.findWrittenSince`) has changed the menu. */
  moment: number;
}

/** Entries of all menus that are kept at once. */
const KEPT_ENTRIES_MAXIMUM = 10_000;

/** `EntryStore.findWrittenSince` permits no more. */
const KEPT_MS = 60_000;

/** Reads menus. Front ends need them with every page, so one that has not changed is not read again. */
export class MenuReader {
  private readonly kept = new LRUCache<string, KeptMenu>({
    maxSize: KEPT_ENTRIES_MAXIMUM,
    sizeCalculation: ({ entries }) => entries.length + 1,
    ttl: KEPT_MS,
  });

  constructor(
    private readonly store: Pick<EntryStore, 'findByAliases' | 'findIds' | 'findWrittenSince' | 'getMany'>,
  ) {}

  /**
   * Reads a menu as a tree. Links that are disabled, and links to entries that do not exist or that the principal may not see,
   * are left out with the links below them.
   */
  async read(menu: string, context: MenuContext): Promise<MenuResult> {
    const key = `${menu} ${canSeeUnpublished(context.principal)}`;
    const kept = this.kept.get(key);
    const written = await this.store.findWrittenSince?.(kept?.moment);
    if (kept !== undefined && written !== undefined && holds(kept, written, context)) {
      kept.moment = Math.max(kept.moment, written.moment);
      return kept;
    }
    const read = await this.readEntries(menu, context);
    if (written === undefined) this.kept.delete(key);
    else this.kept.set(key, { ...read, model: context.model, moment: written.moment });
    return read;
  }

  private async readEntries(
    menu: string,
    { principal, model }: MenuContext,
  ): Promise<Omit<KeptMenu, 'model' | 'moment'>> {
    const page = { sort: [], offset: 0, limit: MENU_LINKS_MAXIMUM };
    const { ids } = await this.store.findIds({ ...selectMenuLinks([menu]), ...page });
    const entries = ids.length === 0 ? [] : [...(await this.store.getMany(ids)).values()];
    const links = entries.map(toMenuLink);
    const targetIds = new Set(links.flatMap(({ uri }) => parseEntityUri(uri)?.id ?? []));
    const targets =
      targetIds.size === 0 ? new Map<string, Entry>() : await this.store.getMany([...targetIds]);
    const paths = new Set(links.flatMap(({ uri }) => parseInternalUri(uri)?.path ?? []));
    const pages = await findEntriesByPath(this.store, [...paths], model);
    const resolved = new Map(
      links.map((link) => [
        link.id,
        link.entry.published ? resolveLink(link, { principal, model, targets, pages }) : undefined,
      ]),
    );
    const items = buildMenuTree(links, ({ id }) => resolved.get(id) !== undefined).flatMap(
      ({ link, depth, parent }) => {
        const found = resolved.get(link.id);
        return found === undefined ? [] : [{ link: found, depth, parent }];
      },
    );
    const concerned = [...entries, ...targets.values(), ...pages.values()].map(({ metadata }) => metadata);
    return {
      items,
      entries: concerned,
      types: [MENU_LINK_TYPE, ...(paths.size === 0 ? [] : findTypesWithPath(model))],
      ids: new Set([...concerned.map(({ id }) => id), ...targetIds]),
    };
  }
}

function findTypesWithPath({ resourceTypes }: ContentModel): readonly string[] {
  return resourceTypes.filter(({ fields }) => fields.has('path')).map(({ name }) => name);
}

/** Whether a menu is as it was read. */
function holds(kept: KeptMenu, { entries }: WrittenEntries, { model }: MenuContext): boolean {
  return (
    kept.model === model && !entries.some(({ type, id }) => kept.ids.has(id) || kept.types.includes(type))
  );
}

interface MenuContext {
  readonly principal: Principal;
  readonly model: ContentModel;
}

interface ResolutionContext extends MenuContext {
  readonly targets: ReadonlyMap<string, Entry>;
  /** The entries of paths of the site. */
  readonly pages: ReadonlyMap<string, Entry>;
}

/** @returns `undefined` for a link to an entry that does not exist or that the principal may not see, or to an unknown route */
function resolveLink(link: MenuLink, context: ResolutionContext): ResolvedLink | undefined {
  const { uri } = link;
  const [, scheme = '', rest = ''] = /^([a-z][a-z0-9+.-]*):(.*)$/is.exec(uri) ?? [];
  switch (scheme) {
    case 'entity':
      return resolveEntity(link, context);
    case 'route':
      return resolveRoute(link, rest);
    case 'internal':
      return resolveInternal(link, context);
    case 'base':
      return { ...link, url: `/${rest.replace(/^\/+/, '')}`, route: NO_ROUTE };
    default:
      return { ...link, url: uri, route: NO_ROUTE };
  }
}

const NO_ROUTE = { name: '', parameters: {} };

function resolveEntity(
  link: MenuLink,
  { principal, model, targets }: ResolutionContext,
): ResolvedLink | undefined {
  const { entityType = '', id = '', suffix = '' } = parseEntityUri(link.uri) ?? {};
  const target = targets.get(id);
  if (target === undefined || !canSee(principal, target)) return undefined;
  if (model.find(target.type)?.entityType.name !== entityType) return undefined;
  return { ...link, url: formatPath(target) + suffix, route: toRoute(target) };
}

/** The path of the site in a URI such as `internal:/about?a=b`; `undefined` without one. */
function parseInternalUri(uri: string): ReturnType<typeof splitPath> | undefined {
  const [, text] = /^internal:(\/.*)$/is.exec(uri) ?? [];
  return text === undefined ? undefined : splitPath(text);
}

/** A link to a path of the site leads to the entry with it, if there is one, and is otherwise left to the website. */
function resolveInternal(link: MenuLink, { principal, pages }: ResolutionContext): ResolvedLink | undefined {
  const url = link.uri.slice(link.uri.indexOf(':') + 1);
  const entry = pages.get(parseInternalUri(link.uri)?.path ?? '');
  if (entry === undefined) return { ...link, url, route: NO_ROUTE };
  return canSee(principal, entry) ? { ...link, url, route: toRoute(entry) } : undefined;
}

function toRoute({ type, id }: Entry): ResolvedLink['route'] {
  const [name = ''] = type.split('--', 1);
  return { name: `entity.${name}.canonical`, parameters: { [name]: id } };
}

/** The routes that every site has, with the paths they lead to. */
const ROUTE_PATHS: Readonly<Record<string, string>> = {
  '<front>': '/',
  '<nolink>': '',
  '<none>': '',
  '<button>': '',
};

function resolveRoute(link: MenuLink, rest: string): ResolvedLink | undefined {
  const [, name = '', suffix = ''] = /^(<[a-z]+>)([?#].*)?$/s.exec(rest) ?? [];
  const path = Object.hasOwn(ROUTE_PATHS, name) ? ROUTE_PATHS[name] : undefined;
  return path === undefined ? undefined : { ...link, url: path + suffix, route: { name, parameters: {} } };
}
