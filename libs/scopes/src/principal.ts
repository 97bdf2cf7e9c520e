import { ScopeSet } from './scope-set.js';

/** Who asks, after the bearer token was verified. */
export type Principal = AnonymousPrincipal | ClientPrincipal | UserPrincipal;

export interface AnonymousPrincipal {
  readonly kind: 'anonymous';
  readonly scopes: ScopeSet;
}

/** An API client that acts for itself (client credentials). */
export interface ClientPrincipal {
  readonly kind: 'client';
  readonly clientId: string;
  readonly scopes: ScopeSet;
}

/** A user, through an API client. */
export interface UserPrincipal {
  readonly kind: 'user';
  readonly userId: string;
  readonly clientId: string;
  readonly scopes: ScopeSet;
}

export const ANONYMOUS: AnonymousPrincipal = { kind: 'anonymous', scopes: ScopeSet.none };

/** The scope that gates writes and the reading of unpublished content (specification, «Scope rules» 5 and 6). */
export const CONTENT_ADMINISTER = 'content:administer';
