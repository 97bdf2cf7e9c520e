import { type ContentModel, isMultiple, type ResourceType } from '@content-service/bundles';
import type { Uuid } from '@content-service/kernel';
import type { Principal } from '@content-service/scopes';
import { EntryLoader } from './entry-loader.js';
import { RelationshipNotFound } from './entry.errors.js';
import { canSee, canSeeUnpublished, type Entry, type Identifier } from './entry.js';
import type { EntryRevisionStore } from './history/entry-revision.js';
import type { DroppedTarget } from './copies/show-copy.js';
import type { EntryStore } from './entry.store.js';
import { HostReader, type HostState, type HostVersion, type PreviewedHost } from './host-reader.js';
import type {
  EntryQuery,
  EntrySelection,
  Filter,
  FullTextSearch,
  KeysetBound,
  KeysetPosition,
  KeysetQuery,
  Sort,
} from './query/entry-query.js';
import type { PreviewSigner } from './previews/preview-signer.js';
import type { PreviewToken } from './previews/preview-token.js';
import { IncludeTooLarge } from './query/query.errors.js';
import { type QueryExplanation, QueryPlanUnavailable } from './query-explanation.js';
import type { IncludeTree } from './query/resolve-query.js';

/** The inputs of every read. */
export interface ReadContext extends HostVersion {
  readonly principal: Principal;
  readonly model: ContentModel;
  /** `undefined` without an include parameter; an empty tree for an empty one. */
  readonly include: IncludeTree | undefined;
  /** The maximum number of included resources. */
  readonly includedMaximum: number;
  /** The maximum of the characters of the attributes of all loaded entries; unlimited when absent. */
  readonly loadedCharactersMaximum?: number;
}

interface OrderedSelection {
  readonly type: ResourceType;
  readonly filter?: Filter;
  readonly sort: readonly Sort[];
}

export interface CollectionRequest extends OrderedSelection {
  /** As in `EntryQuery`. */
  readonly ranking?: FullTextSearch;
  readonly offset: number;
  readonly limit: number;
}

/** A page next to a keyset position; without `bound` the first page. */
export interface CursorPageRequest extends OrderedSelection {
  readonly limit: number;
  readonly bound?: KeysetBound;
}

/** An entry that is left out because the principal may not see it. */
export type Omission = Pick<Identifier, 'type' | 'id'>;

interface ReadResult {
  /** `undefined` without an include parameter. */
  readonly included: readonly Entry[] | undefined;
  /** Without duplicates. */
  readonly omitted: readonly Omission[];
}

export interface EntryPageResult extends ReadResult {
  readonly entries: readonly Entry[];
  /** Without a filter hidden entries are counted, too (specification, «Collection document»). */
  readonly count: number;
  /** Whether a further page exists, in the direction of the query. */
  readonly more: boolean;
}

export interface CursorPageResult extends EntryPageResult {
  /** The positions of the first and last entry of the page, hidden ones included; absent for an empty page. */
  readonly edges?: { readonly first: KeysetPosition; readonly last: KeysetPosition };
}

export interface EntryResult extends ReadResult, HostState {
  /** Whether the entry has a working copy, which is not shown here and which the principal may see. */
  readonly hasCopy?: boolean | undefined;
  /** The targets that a working copy had that was published, and that do not exist any more. */
  readonly dropped?: readonly DroppedTarget[] | undefined;
}

export interface RelatedResult extends ReadResult, Pick<HostState, 'revision' | 'copy'> {
  readonly host: Entry;
  /** Whether `data` is a list; otherwise a resource or `null`. */
  readonly multiple: boolean;
  /** The targets in linkage order, without duplicates. */
  readonly entries: readonly Entry[];
}

export interface LinkageResult extends ReadResult, Pick<HostState, 'revision' | 'copy'> {
  readonly host: Entry;
  readonly multiple: boolean;
  readonly linkage: readonly Identifier[];
}

/** The use cases of reading. Entries that the principal may not see are left out here and nowhere else. */
export class EntryReader {
  private readonly hosts: HostReader;

  constructor(
    private readonly store: EntryStore,
    revisions: EntryRevisionStore,
    previews: PreviewSigner,
  ) {
    this.hosts = new HostReader(store, revisions, previews);
  }

  /** As `HostReader.findPreviewed`. @throws PreviewInvalid, PreviewExpired */
  findPreviewed(id: Uuid, token: PreviewToken, model: ContentModel): Promise<PreviewedHost | undefined> {
    return this.hosts.findPreviewed(id, token, model);
  }

  /** A page by offset. @throws IncludeTooLarge, ContentTooLarge */
  async getPage(request: CollectionRequest, context: ReadContext): Promise<EntryPageResult> {
    const query: EntryQuery = { ...request, ...toSelection(request, context) };
    const { ids, more } = await this.store.findIds(query);
    const isLastPage = !more && (ids.length > 0 || query.offset === 0);
    const count = isLastPage ? query.offset + ids.length : this.store.count(query);
    return { more, ...(await this.loadPage(ids, count, context)) };
  }

  /** A page by keyset position. @throws IncludeTooLarge, ContentTooLarge */
  async getPageByCursor(request: CursorPageRequest, context: ReadContext): Promise<CursorPageResult> {
    const query: KeysetQuery = { ...request, ...toSelection(request, context) };
    const { positions, more } = await this.store.findPositions(query);
    const isComplete = !more && query.bound === undefined;
    const count = isComplete ? positions.length : this.store.count(query);
    const ids = positions.map(({ id }) => id);
    const [first, last] = [positions[0], positions.at(-1)];
    return {
      more,
      ...(await this.loadPage(ids, count, context)),
      edges: first === undefined || last === undefined ? undefined : { first, last },
    };
  }

  /** How `getPage` or `getPageByCursor` finds the entries and their number. @throws QueryPlanUnavailable */
  async explain(
    request: CollectionRequest | CursorPageRequest,
    context: Pick<ReadContext, 'principal'>,
  ): Promise<QueryExplanation> {
    if (this.store.explain === undefined) throw new QueryPlanUnavailable();
    const selection = toSelection(request, context);
    return this.store.explain(
      'offset' in request
        ? { pagination: 'offset', query: { ...request, ...selection } }
        : { pagination: 'keyset', query: { ...request, ...selection } },
    );
  }

  /** @throws EntryNotFound, RevisionNotFound, PreviewInvalid, PreviewExpired, EntryHidden, TokenRequired, IncludeTooLarge */
  async getOne(type: ResourceType, id: Uuid, context: ReadContext): Promise<EntryResult> {
    const [host, hasCopy] = await Promise.all([
      this.hosts.get(type, id, context),
      this.hosts.hasCopy(type, id, context),
    ]);
    return { ...(await this.represent(host.entry, context)), ...host, hasCopy };
  }

  /** The result of a write: that of `getOne` for the entry just stored, without reading it again. @throws IncludeTooLarge, ContentTooLarge */
  async represent(entry: Entry, context: ReadContext): Promise<EntryResult> {
    return { entry, ...(await this.loadIncluded([entry], [entry], [], context)) };
  }

  /** @throws as `getOne`, and RelationshipNotFound */
  async getRelated(
    type: ResourceType,
    id: Uuid,
    field: string,
    context: ReadContext,
  ): Promise<RelatedResult> {
    const relationship = getRelationship(type, field);
    const { entry: host, revision, copy } = await this.hosts.get(type, id, context);
    const ids = [...new Set((host.relationships[field] ?? []).map((target) => target.id))];
    const loader = this.createLoader(context);
    const targets = selectInOrder(ids, await loader.load(ids));
    const entries = targets.filter((entry) => canSee(context.principal, entry));
    const result = await this.loadIncluded(entries, entries, findHidden(targets, context), context, loader);
    return { host, revision, copy, multiple: isMultiple(relationship), entries, ...result };
  }

  /** The linkage alone; `context.include` starts at the host. @throws as `getRelated` */
  async getLinkage(
    type: ResourceType,
    id: Uuid,
    field: string,
    context: ReadContext,
  ): Promise<LinkageResult> {
    const relationship = getRelationship(type, field);
    const { entry: host, revision, copy } = await this.hosts.get(type, id, context);
    const linkage = host.relationships[field] ?? [];
    const result = await this.loadIncluded([host], [], [], context);
    return { host, revision, copy, multiple: isMultiple(relationship), linkage, ...result };
  }

  /** @param count a number where the page itself determines it: COUNT is the most expensive statement of a page */
  private async loadPage(
    ids: readonly Uuid[],
    count: number | Promise<number>,
    context: ReadContext,
  ): Promise<Omit<EntryPageResult, 'more'>> {
    const loader = this.createLoader(context);
    const [found, total] = await Promise.all([loader.load(ids), count]);
    const page = selectInOrder(ids, found);
    const entries = page.filter((entry) => canSee(context.principal, entry));
    const result = await this.loadIncluded(entries, entries, findHidden(page, context), context, loader);
    return { entries, count: total, ...result };
  }

  /**
   * Loads the entries of the include tree, level by level, with one store call per level.
   *
   * @param roots the entries where the tree starts
   * @param primary the entries of `data`: they are followed but not included
   * @param hidden the omitted entries of `data`
   * @param startedLoader the loader of the whole read, when it has loaded entries already
   * @throws IncludeTooLarge, ContentTooLarge
   */
  private async loadIncluded(
    roots: readonly Entry[],
    primary: readonly Entry[],
    hidden: readonly Omission[],
    context: ReadContext,
    startedLoader?: EntryLoader,
  ): Promise<ReadResult> {
    const { include, includedMaximum, principal } = context;
    if (include === undefined) return { included: undefined, omitted: hidden };
    const loader = startedLoader ?? this.createLoader(context);
    const known = new Map([...roots, ...primary].map((entry) => [entry.id, entry]));
    const primaryIds = new Set(primary.map(({ id }) => id));
    // They are shown already, also where a path leads back to one that a preview has opened.
    const rootIds = new Set(roots.map(({ id }) => id));
    const included = new Map<Uuid, Entry>();
    const omitted = new Map(hidden.map((omission) => [omission.id, omission]));
    let level: IncludeNode[] = roots.map((entry) => ({ entry, tree: include }));
    while (level.length > 0) {
      const pending = level.flatMap(getPendingIncludes);
      const missing = [...new Set(pending.map(({ id }) => id))].filter((id) => !known.has(id));
      if (included.size + missing.length > includedMaximum) throw new IncludeTooLarge(includedMaximum);
      for (const [id, entry] of await loader.load(missing)) known.set(id, entry);
      const next = new Map<IncludeTree, Set<Entry>>();
      for (const { id, tree } of pending) {
        const entry = known.get(id);
        if (entry === undefined) continue;
        if (!rootIds.has(id) && !canSee(principal, entry)) {
          omitted.set(id, { type: entry.type, id });
          continue;
        }
        if (!primaryIds.has(id)) included.set(id, entry);
        if (tree.size > 0) next.set(tree, (next.get(tree) ?? new Set()).add(entry));
      }
      level = [...next].flatMap(([tree, entries]) => [...entries].map((entry) => ({ entry, tree })));
    }
    return { included: [...included.values()], omitted: [...omitted.values()] };
  }

  private createLoader({ loadedCharactersMaximum }: ReadContext): EntryLoader {
    return new EntryLoader(this.store, loadedCharactersMaximum);
  }
}

/** An entry and the relationships to follow from it. */
interface IncludeNode {
  readonly entry: Entry;
  readonly tree: IncludeTree;
}

/** A target that is not loaded yet and the relationships to follow from it. */
interface PendingInclude {
  readonly id: Uuid;
  readonly tree: IncludeTree;
}

function getPendingIncludes({ entry, tree }: IncludeNode): PendingInclude[] {
  return [...tree].flatMap(([field, subtree]) =>
    (entry.relationships[field] ?? []).map(({ id }) => ({ id, tree: subtree })),
  );
}

function selectInOrder(ids: readonly Uuid[], entries: ReadonlyMap<Uuid, Entry>): Entry[] {
  return ids.map((id) => entries.get(id)).filter((entry) => entry !== undefined);
}

/**
 * Without a filter, hidden entries stay in the page and in the count (specification, «Collection document»). With a
 * filter they are excluded, because the count would disclose their values.
 */
function toSelection(
  { type, filter }: OrderedSelection,
  { principal }: Pick<ReadContext, 'principal'>,
): EntrySelection {
  const publishedOnly = filter !== undefined && !canSeeUnpublished(principal);
  return { type: type.name, filter, publishedOnly };
}

/** @throws RelationshipNotFound */
function getRelationship(type: ResourceType, name: string): ResourceType['relationships'][number] {
  const field = type.relationships.find((relationship) => relationship.name === name);
  if (field === undefined) throw new RelationshipNotFound(type, name);
  return field;
}

function findHidden(entries: readonly Entry[], { principal }: ReadContext): Omission[] {
  return entries.filter((entry) => !canSee(principal, entry)).map(({ type, id }) => ({ type, id }));
}
