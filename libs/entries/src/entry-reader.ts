import { isMultiple, type ResourceType } from '@content-service/bundles';
import type { Uuid } from '@content-service/kernel';
import type { Principal } from '@content-service/scopes';
import {
  EntryUnknown,
  maySee,
  RelationshipUnknown,
  requireVisible,
  seesUnpublished,
} from './entry-access.js';
import type { Entry, Identifier } from './entry.js';
import type { EntryStore } from './entry.store.js';
import { loadIncluded, type Omission, type ReadContext } from './included.js';
import type { Departure, EntryQuery, EntrySelection, Place, SeekQuery, Sort } from './query/entry-query.js';
import type { Filter } from './query/filter.js';

interface OrderedSelection {
  readonly type: ResourceType;
  readonly filter?: Filter;
  readonly sort: readonly Sort[];
}

export interface CollectionRequest extends OrderedSelection {
  readonly offset: number;
  readonly limit: number;
}

/** Asks for the entries next to a place of the collection; without one, for the first. */
export interface SeekRequest extends OrderedSelection {
  readonly limit: number;
  readonly from?: Departure;
}

interface Reading {
  /** `undefined` when no include was asked for. */
  readonly included: readonly Entry[] | undefined;
  /** Each once. */
  readonly omitted: readonly Omission[];
}

export interface EntryPage extends Reading {
  readonly entries: readonly Entry[];
  /** Without a filter all entries, hidden ones too (specification, «Collection document»). */
  readonly count: number;
  /** Whether a further page exists, in the direction of the search. */
  readonly more: boolean;
}

export interface SeekPage extends EntryPage {
  /** Where the page begins and ends, hidden entries included; absent when it is empty. */
  readonly edges?: { readonly first: Place; readonly last: Place };
}

export interface EntryReading extends Reading {
  readonly entry: Entry;
}

export interface RelatedReading extends Reading {
  readonly host: Entry;
  /** Whether `data` is a list; otherwise one or `null`. */
  readonly multiple: boolean;
  /** Each target once, in linkage order. */
  readonly entries: readonly Entry[];
}

export interface LinkageReading extends Reading {
  readonly host: Entry;
  readonly multiple: boolean;
  readonly linkage: readonly Identifier[];
}

/** The use cases of reading. What a reader may not see is left out here, and nowhere else. */
export class EntryReader {
  constructor(private readonly store: EntryStore) {}

  async collection(request: CollectionRequest, context: ReadContext): Promise<EntryPage> {
    const query: EntryQuery = { ...request, ...selectionOf(request, context) };
    const { ids, more } = await this.store.findIds(query);
    const isLastPage = !more && (ids.length > 0 || query.offset === 0);
    const count = isLastPage ? query.offset + ids.length : this.store.count(query);
    return { more, ...(await this.page(ids, count, context)) };
  }

  /** Like `collection`, but from a place instead of by an offset. */
  async seek(request: SeekRequest, context: ReadContext): Promise<SeekPage> {
    const query: SeekQuery = { ...request, ...selectionOf(request, context) };
    const { places, more } = await this.store.seek(query);
    const isAll = !more && query.from === undefined;
    const count = isAll ? places.length : this.store.count(query);
    const ids = places.map(({ id }) => id);
    const [first, last] = [places[0], places.at(-1)];
    return {
      more,
      ...(await this.page(ids, count, context)),
      ...(first === undefined || last === undefined ? {} : { edges: { first, last } }),
    };
  }

  /** @throws EntryUnknown, EntryHidden, TokenRequired, IncludeTooLarge */
  async one(type: ResourceType, id: Uuid, context: ReadContext): Promise<EntryReading> {
    return this.written(await this.visible(type, id, context.principal), context);
  }

  /** The answer to a write: what a reading of the entry just stored would give, without reading it again. */
  async written(entry: Entry, context: ReadContext): Promise<EntryReading> {
    return { entry, ...(await this.reading([entry], [entry], [], context)) };
  }

  /** @throws EntryUnknown, EntryHidden, TokenRequired, RelationshipUnknown, IncludeTooLarge */
  async related(type: ResourceType, id: Uuid, field: string, context: ReadContext): Promise<RelatedReading> {
    const relationship = relationshipOf(type, field);
    const host = await this.visible(type, id, context.principal);
    const ids = [...new Set((host.relationships[field] ?? []).map((target) => target.id))];
    const found = ids.length === 0 ? new Map<Uuid, Entry>() : await this.store.getMany(ids);
    const all = ids.map((target) => found.get(target)).filter((entry) => entry !== undefined);
    const entries = all.filter((entry) => maySee(context.principal, entry));
    const reading = await this.reading(entries, entries, hiddenOf(all, context), context);
    return { host, multiple: isMultiple(relationship), entries, ...reading };
  }

  /** The linkage alone; `context.include` starts at the host. @throws as `related` */
  async linkage(type: ResourceType, id: Uuid, field: string, context: ReadContext): Promise<LinkageReading> {
    const relationship = relationshipOf(type, field);
    const host = await this.visible(type, id, context.principal);
    const linkage = host.relationships[field] ?? [];
    const reading = await this.reading([host], [], [], context);
    return { host, multiple: isMultiple(relationship), linkage, ...reading };
  }

  private async visible(type: ResourceType, id: Uuid, principal: Principal): Promise<Entry> {
    const entry = (await this.store.getMany([id])).get(id);
    if (entry?.type !== type.name) throw new EntryUnknown(type.name, id);
    requireVisible(principal, entry);
    return entry;
  }

  /** @param total counting is the dearest part of a page, so a number where the page itself tells it */
  private async page(
    ids: readonly Uuid[],
    total: number | Promise<number>,
    context: ReadContext,
  ): Promise<Omit<EntryPage, 'more'>> {
    const [found, count] = await Promise.all([
      ids.length === 0 ? new Map<Uuid, Entry>() : this.store.getMany(ids),
      total,
    ]);
    const all = ids.map((id) => found.get(id)).filter((entry) => entry !== undefined);
    const entries = all.filter((entry) => maySee(context.principal, entry));
    const reading = await this.reading(entries, entries, hiddenOf(all, context), context);
    return { entries, count, ...reading };
  }

  private async reading(
    roots: readonly Entry[],
    primary: readonly Entry[],
    hidden: readonly Omission[],
    context: ReadContext,
  ): Promise<Reading> {
    const { include } = context;
    if (include === undefined) return { included: undefined, omitted: hidden };
    const { included, omitted } = await loadIncluded(roots, primary, { ...context, include }, this.store);
    const seen = new Set(hidden.map(({ id }) => id));
    return { included, omitted: [...hidden, ...omitted.filter(({ id }) => !seen.has(id))] };
  }
}

/**
 * Without a filter hidden entries keep their place in the window and in the count (specification, «Collection document»).
 * With one they are not even looked at, or the count would tell what is in them.
 */
function selectionOf({ type, filter }: OrderedSelection, { principal }: ReadContext): EntrySelection {
  const publishedOnly = filter !== undefined && !seesUnpublished(principal);
  return { type: type.name, ...(filter === undefined ? {} : { filter }), publishedOnly };
}

/** @throws RelationshipUnknown */
function relationshipOf(type: ResourceType, name: string): ResourceType['relationships'][number] {
  const field = type.relationships.find((relationship) => relationship.name === name);
  if (field === undefined) throw new RelationshipUnknown(type, name);
  return field;
}

function hiddenOf(entries: readonly Entry[], { principal }: ReadContext): Omission[] {
  return entries.filter((entry) => !maySee(principal, entry)).map(({ type, id }) => ({ type, id }));
}
