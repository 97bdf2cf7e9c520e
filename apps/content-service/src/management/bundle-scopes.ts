import type { Request } from 'express';
import { type Principal, requireAnyScope } from '@content-service/scopes';
import type { ScopesOfRequest } from './any-scope.guard.js';

type Scopes = readonly [string, ...string[]];

/** Which scope is for the bundles of an entity type, and which for their fields (specification, «Scope vocabulary»). */
const SCOPES = {
  bundles: {
    node: 'content_type:administer',
    media: 'media_type:administer',
    taxonomy_term: 'taxonomy:administer',
  },
  fields: {
    node: 'content_type:administer_fields',
    // The vocabulary has no scope of its own for these.
    media: 'media_type:administer',
    taxonomy_term: 'taxonomy:administer_fields',
  },
} as const satisfies Record<string, Readonly<Record<string, string>>>;

type Part = keyof typeof SCOPES;

/** Of an entity type that nobody administers, any of the scopes will do to be told so. */
function scopesFor(part: Part, entityType: string | undefined): Scopes {
  const scopes: Readonly<Record<string, string>> = SCOPES[part];
  const scope = Object.hasOwn(scopes, entityType ?? '') ? scopes[entityType ?? ''] : undefined;
  return scope === undefined ? everyScope(part) : [scope];
}

function everyScope(part: Part): Scopes {
  const { node, media, taxonomy_term } = SCOPES[part];
  return [node, media, taxonomy_term];
}

/** As the path says. */
export const FOR_BUNDLES: ScopesOfRequest = ({ entityType }) => scopesFor('bundles', one(entityType));
export const FOR_FIELDS: ScopesOfRequest = ({ entityType }) => scopesFor('fields', one(entityType));

/** Whoever changes the fields of a bundle needs to see it. */
export const FOR_SEEING_BUNDLES: ScopesOfRequest = (params) => union(FOR_BUNDLES(params), FOR_FIELDS(params));

/** Whoever works with content or with its model needs to know the model. */
export const FOR_CONTENT_MODEL: ScopesOfRequest = () =>
  union(['content:administer', ...everyScope('bundles')], everyScope('fields'));

/** @throws ScopeMissing */
export function requireBundleScope(principal: Principal, entityType: string): void {
  requireAnyScope(principal, scopesFor('bundles', entityType));
}

/** @throws ScopeMissing */
export function requireFieldScope(principal: Principal, entityType: string): void {
  requireAnyScope(principal, scopesFor('fields', entityType));
}

/** Whether the principal may administer the bundles of an entity type. */
export function administersBundles(principal: Principal, entityType: string): boolean {
  const scopes: Readonly<Record<string, string>> = SCOPES.bundles;
  const scope = scopes[entityType];
  return scope !== undefined && principal.scopes.has(scope);
}

/** Each once. */
function union([scope, ...others]: Scopes, more: Scopes): Scopes {
  return [scope, ...new Set([...others, ...more].filter((other) => other !== scope))];
}

function one(parameter: Request['params'][string] | undefined): string | undefined {
  return Array.isArray(parameter) ? undefined : parameter;
}
