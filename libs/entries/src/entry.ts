import type { Json, Uuid } from '@content-service/kernel';

/** A resource identifier object (JSON:API 1.1 «Resource Identifier Objects»). */
export interface Identifier {
  readonly type: string;
  readonly id: Uuid;
  readonly meta?: Readonly<Record<string, Json>>;
}

/** Field values in the form documents show them; one without a value is `null`, or `[]` where many are allowed. */
export type Attributes = Readonly<Record<string, Json>>;

/** Linkage by field; a to-one field has a list of one or none. */
export type Relationships = Readonly<Record<string, readonly Identifier[]>>;

export interface EntryHead {
  readonly id: Uuid;
  /** The resource type, such as `node--article`. */
  readonly type: string;
  readonly published: boolean;
  /** UNIX seconds; the attributes `created` and `changed` say the same where the type has them. */
  readonly created: number;
  readonly changed: number;
  /** Starts at 1 and rises by one with every change. */
  readonly version: number;
  /** Creation stamp in microseconds, the default order of collections; unlike `created` nobody can set it. */
  readonly position: number;
  /** The version of the content model the attributes were written by. */
  readonly modelVersion: number;
}

/**
 * A stored entry. Stores keep attributes and linkage as JSON text, and much of it is only passed through to an answer,
 * so the text is parsed when somebody looks inside, and made when somebody needs it.
 */
export class Entry implements EntryHead {
  readonly id: Uuid;
  readonly type: string;
  readonly published: boolean;
  readonly created: number;
  readonly changed: number;
  readonly version: number;
  readonly position: number;
  readonly modelVersion: number;

  private constructor(
    head: EntryHead,
    private readonly texts: { attributes?: string; relationships?: string },
    private readonly values: { attributes?: Attributes; relationships?: Relationships },
  ) {
    this.id = head.id;
    this.type = head.type;
    this.published = head.published;
    this.created = head.created;
    this.changed = head.changed;
    this.version = head.version;
    this.position = head.position;
    this.modelVersion = head.modelVersion;
  }

  static of(head: EntryHead, attributes: Attributes, relationships: Relationships): Entry {
    return new Entry(head, {}, { attributes, relationships });
  }

  /** An entry as a store read it: both texts are JSON made from `attributesText` and `relationshipsText`. */
  static stored(head: EntryHead, attributesText: string, relationshipsText: string): Entry {
    return new Entry(head, { attributes: attributesText, relationships: relationshipsText }, {});
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

/** The linkage of all relationships of an entry. */
export function linkageOf(entry: Entry): Identifier[] {
  return Object.values(entry.relationships).flat();
}

/** All targets of an entry, each once. */
export function targetsOf(entry: Entry): Uuid[] {
  return [...new Set(linkageOf(entry).map(({ id }) => id))];
}
