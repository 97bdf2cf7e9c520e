/** A value of JSON (RFC 8259). */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

export interface Identifier {
  readonly type: string;
  readonly id: string;
}

export type Linkage = Identifier | readonly Identifier[] | null;

/** An entry in a document (JSON:API 1.1 «Resource Objects»). */
export interface Resource extends Identifier {
  readonly attributes: Readonly<Record<string, Json>>;
  readonly relationships?: Readonly<Record<string, { readonly data: Linkage }>>;
}

export interface EntryDocument {
  readonly data: Resource;
  readonly included?: readonly Resource[];
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
