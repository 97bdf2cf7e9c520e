import {
  DEFAULT_LANGCODE,
  type Field,
  FIELD_TYPES,
  getAbsentValue,
  getStatusField,
  type ResourceType,
  UNLIMITED,
} from '@content-service/bundles';
import { type Clock, isJsonObject, type Json, type Uuid } from '@content-service/kernel';
import { CONTENT_ADMINISTER, type Principal } from '@content-service/scopes';
import { EntryHidden, TokenRequired } from './entry.errors.js';

/** A resource identifier object (JSON:API 1.1 «Resource Identifier Objects»). */
export interface Identifier {
  readonly type: string;
  readonly id: Uuid;
  readonly meta?: Readonly<Record<string, Json>>;
}

/** Field values in the form of documents; an absent value is `null`, or `[]` for a multi-valued field. */
export type Attributes = Readonly<Record<string, Json>>;

/** Linkage by field; that of a to-one field is a list of one or none. */
export type Relationships = Readonly<Record<string, readonly Identifier[]>>;

export interface EntryMetadata {
  readonly id: Uuid;
  /** The resource type, such as `node--article`. */
  readonly type: string;
  readonly published: boolean;
  /** UNIX seconds; equal to the attributes `created` and `changed` where the type has them. */
  readonly created: number;
  readonly changed: number;
  /** Starts at 1; every change increments it by one. */
  readonly version: number;
  /** The time of creation in microseconds, the default order of collections; unlike `created` it cannot be changed. */
  readonly position: number;
  /** The version of the content model at the last write. */
  readonly modelVersion: number;
}

/**
 * An entry. Stores keep attributes and relationships as JSON text, which often is copied to a response unchanged, so the
 * text is parsed, or created, on first access only.
 */
export class Entry implements EntryMetadata {
  readonly id: Uuid;
  readonly type: string;
  readonly published: boolean;
  readonly created: number;
  readonly changed: number;
  readonly version: number;
  readonly position: number;
  readonly modelVersion: number;

  private constructor(
    metadata: EntryMetadata,
    private readonly texts: { attributes?: string; relationships?: string },
    private readonly values: { attributes?: Attributes; relationships?: Relationships },
  ) {
    this.id = metadata.id;
    this.type = metadata.type;
    this.published = metadata.published;
    this.created = metadata.created;
    this.changed = metadata.changed;
    this.version = metadata.version;
    this.position = metadata.position;
    this.modelVersion = metadata.modelVersion;
  }

  /** What is known of the entry besides its values, as a plain object. */
  get metadata(): EntryMetadata {
    const { id, type, published, created, changed, version, position, modelVersion } = this;
    return { id, type, published, created, changed, version, position, modelVersion };
  }

  static of(metadata: EntryMetadata, attributes: Attributes, relationships: Relationships): Entry {
    return new Entry(metadata, {}, { attributes, relationships });
  }

  /** A stored entry. Both texts are the JSON of `attributesText` and `relationshipsText`. */
  static stored(metadata: EntryMetadata, attributesText: string, relationshipsText: string): Entry {
    return new Entry(metadata, { attributes: attributesText, relationships: relationshipsText }, {});
  }

  get attributes(): Attributes {
    return (this.values.attributes ??= JSON.parse(this.texts.attributes ?? '{}') as Attributes);
  }

  get relationships(): Relationships {
    return (this.values.relationships ??= JSON.parse(this.texts.relationships ?? '{}') as Relationships);
  }

  get attributesText(): string {
    return (this.texts.attributes ??= JSON.stringify(this.values.attributes));
  }

  get relationshipsText(): string {
    return (this.texts.relationships ??= JSON.stringify(this.values.relationships));
  }
}

/** Whether an entry with these attributes is published; one without a value is. */
export function isPublished(attributes: Attributes, { entityType }: ResourceType): boolean {
  return attributes[getStatusField(entityType)] !== false;
}

/** The attribute for a reference that documents do not show as a relationship. */
export function formatTarget({ relationships }: Pick<Entry, 'relationships'>, field: Field): Json {
  const target = relationships[field.name]?.[0];
  return (target && FIELD_TYPES[field.type].formatTarget?.(target.id)) ?? getAbsentValue(field);
}

/** Whether the principal may read unpublished entries (specification, «Scope rules» 6). */
export function canSeeUnpublished(principal: Principal): boolean {
  return principal.scopes.has(CONTENT_ADMINISTER);
}

export function canSee(principal: Principal, entry: { readonly published: boolean }): boolean {
  return entry.published || canSeeUnpublished(principal);
}

/** @throws TokenRequired for an anonymous principal, EntryHidden for a token without the scope */
export function assertVisible(principal: Principal, entry: { id: Uuid; published: boolean }): void {
  if (canSee(principal, entry)) return;
  throw principal.kind === 'anonymous' ? new TokenRequired() : new EntryHidden(entry.id);
}

/**
 * The maximum number of values or targets of a field with unlimited cardinality. Not stated by the specification; an
 * entry is read and written as a whole, so a field must not exceed what a single document can show.
 */
const VALUES_MAXIMUM = 10_000;

/** The maximum number of values or targets of a field: its cardinality, or 10,000. */
export function getValuesMaximum({ cardinality }: Field): number {
  return cardinality === UNLIMITED ? VALUES_MAXIMUM : cardinality;
}

/** The linkage of all relationships of an entry. */
export function getAllLinkage(entry: Entry): Identifier[] {
  return Object.values(entry.relationships).flat();
}

/** The ids of all targets of an entry, without duplicates. */
export function getTargetIds(entry: Entry): Uuid[] {
  return [...new Set(getAllLinkage(entry).map(({ id }) => id))];
}

/** 2020-01-01T00:00:00Z in UNIX seconds. */
const RETURNS_SINCE = 1_577_836_800;

/**
 * The first version of something that may have existed before under the same id or name, such as an entry that a restore or an
 * import creates, or a new role. It is the number of seconds since 2020, which exceeds every earlier version, in this or another
 * database, since nothing is changed every second for years. It must be greater: receivers of events skip a version that is not
 * greater than the one that they know. The number fits into 32 bits until 2088.
 *
 * @param now UNIX seconds
 */
export function toReturningVersion(now: number): number {
  return Math.max(1, now - RETURNS_SINCE);
}

/**
 * The next version of an entry, without the deleted targets in its linkage. `changed` stays, because the change is not an
 * edit of the entry.
 */
export function unlinkTargets(entry: Entry, deleted: ReadonlySet<Uuid>): Entry {
  return copyWithoutTargets(entry, deleted, entry.version + 1);
}

/**
 * As `unlinkTargets` for each of the deleted targets in the linkage: each makes a version of its own, so that an entity tag
 * stands for one state, in whatever order the deletions are written.
 */
export function unlinkEachTarget(entry: Entry, deleted: ReadonlySet<Uuid>): Entry {
  const versions = getTargetIds(entry).filter((target) => deleted.has(target)).length;
  return versions === 0 ? entry : copyWithoutTargets(entry, deleted, entry.version + versions);
}

/** The same version of an entry, without the deleted targets in its linkage; for reads before the change is stored. */
export function projectWithoutTargets(entry: Entry, deleted: ReadonlySet<Uuid>): Entry {
  return copyWithoutTargets(entry, deleted, entry.version);
}

function copyWithoutTargets(entry: Entry, deleted: ReadonlySet<Uuid>, version: number): Entry {
  const metadata = { ...entry.metadata, version };
  const relationships = Object.entries(entry.relationships).map(
    ([field, linkage]): [string, readonly Identifier[]] => [
      field,
      linkage.filter((target) => !deleted.has(target.id)),
    ],
  );
  return Entry.of(metadata, entry.attributes, Object.fromEntries(relationships));
}

export function getLangcode({ attributes: { langcode } }: Entry): string {
  return typeof langcode === 'string' ? langcode : DEFAULT_LANGCODE;
}

/** The address of an entry on a site, unique in its language. */
export interface PathAlias {
  readonly alias: string;
  readonly langcode: string;
}

/** The value of the base field `path`; `undefined` when the type lacks the field or the alias is empty. */
export function getPathAlias(entry: Entry): PathAlias | undefined {
  const path = entry.attributes['path'];
  if (!isJsonObject(path)) return undefined;
  const { alias, langcode } = path;
  return typeof alias === 'string' && typeof langcode === 'string' ? { alias, langcode } : undefined;
}

/** Generates `Entry.position`: microseconds, strictly increasing within the process. */
export class MonotonicPositionGenerator {
  private last = 0;

  constructor(private readonly clock: Clock) {}

  next(): number {
    this.last = Math.max(this.last + 1, this.clock.microseconds());
    return this.last;
  }
}
