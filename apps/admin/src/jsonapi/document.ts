/** A value of JSON (RFC 8259). */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

export interface Identifier {
  readonly type: string;
  readonly id: string;
  /** Such as the alternative text of an image. */
  readonly meta?: Readonly<Record<string, Json>>;
}

export type Linkage = Identifier | readonly Identifier[] | null;

/** An entry in a document (JSON:API 1.1 «Resource Objects»). */
export interface Resource extends Identifier {
  readonly attributes: Readonly<Record<string, Json>>;
  readonly relationships?: Readonly<Record<string, { readonly data: Linkage }>>;
  /** `self`; of an image its sizes, too. */
  readonly links?: Readonly<Record<string, Link>>;
}

export interface EntryDocument {
  readonly data: Resource;
  readonly included?: readonly Resource[];
  readonly meta?: {
    /** The state that the document shows; absent of the entry itself. */
    readonly revision?: {
      readonly state?: 'working-copy';
      /** Whether the entry of a working copy is published; absent of other states. */
      readonly published?: boolean;
    };
  };
}

export interface Link {
  readonly href: string;
}

export interface CollectionDocument {
  readonly data: readonly Resource[];
  readonly included?: readonly Resource[];
  readonly links?: Readonly<Record<string, Link>>;
  readonly meta?: { readonly count?: number | string };
}
