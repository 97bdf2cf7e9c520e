import { ScopeMissing } from './scope.errors.js';

/** An immutable set of scope names, in the order they were given. */
export class ScopeSet {
  static readonly none = new ScopeSet([]);

  private readonly names: ReadonlySet<string>;

  private constructor(names: Iterable<string>) {
    this.names = new Set(names);
  }

  static of(...names: readonly string[]): ScopeSet {
    return new ScopeSet(names);
  }

  /** Parses the `scope` parameter: names separated by spaces (RFC 6749 §3.3). */
  static parse(text: string): ScopeSet {
    return new ScopeSet(text.split(' ').filter((name) => name !== ''));
  }

  has(name: string): boolean {
    return this.names.has(name);
  }

  get size(): number {
    return this.names.size;
  }

  intersect(other: ScopeSet): ScopeSet {
    return new ScopeSet([...this.names].filter((name) => other.has(name)));
  }

  /** The first of these scopes that is not in `allowed`; `undefined` when this set is a subset. */
  firstMissingFrom(allowed: ScopeSet): string | undefined {
    return [...this.names].find((name) => !allowed.has(name));
  }

  equals(other: ScopeSet): boolean {
    return this.size === other.size && this.firstMissingFrom(other) === undefined;
  }

  toArray(): readonly string[] {
    return [...this.names];
  }

  /** The form of the `scope` parameter and claim. */
  toString(): string {
    return [...this.names].join(' ');
  }
}

/** The authenticated sender of a request, as the verified bearer token names it. */
export type Principal = AnonymousPrincipal | ClientPrincipal | UserPrincipal;

/** A request without a token. */
export interface AnonymousPrincipal {
  readonly kind: 'anonymous';
  readonly scopes: ScopeSet;
}

/** An API client that acts for itself (client credentials, RFC 6749 §4.4). */
export interface ClientPrincipal {
  readonly kind: 'client';
  readonly clientId: string;
  readonly scopes: ScopeSet;
}

/** A user on whose behalf an API client acts. */
export interface UserPrincipal {
  readonly kind: 'user';
  readonly userId: string;
  readonly clientId: string;
  readonly scopes: ScopeSet;
  /** When the password was verified (UNIX seconds); unknown for grants of versions that did not store it. */
  readonly authenticatedAt?: number;
}

export const ANONYMOUS: AnonymousPrincipal = { kind: 'anonymous', scopes: ScopeSet.none };

/** The scope for writes and for reading unpublished content (specification, «Scope rules» 5 and 6). */
export const CONTENT_ADMINISTER = 'content:administer';

/** The scope for menus, besides `CONTENT_ADMINISTER` for their links. */
export const MENU_ADMINISTER = 'menu:administer';

/** The scope that permits to change the site and to read how it is managed. */
export const SITE_SETTINGS_ADMINISTER = 'site_settings:administer';

/** @throws ScopeMissing */
export function assertScope(principal: Principal, scope: string): void {
  if (!principal.scopes.has(scope)) throw new ScopeMissing(scope);
}

/** @throws ScopeMissing when the principal has none of the scopes */
export function assertAnyScope(principal: Principal, scopes: readonly [string, ...string[]]): void {
  if (!scopes.some((scope) => principal.scopes.has(scope))) throw new ScopeMissing(...scopes);
}
