import type { Request } from 'express';
import { getOwn } from '@content-service/kernel';
import { assertAnyScope, DEFINITION_SCOPES, type Principal } from '@content-service/scopes';
import type { RequestScopes } from './management-guards.js';

type Scopes = readonly [string, ...string[]];

type Part = keyof typeof DEFINITION_SCOPES;

/** An entity type without a scope accepts any of the scopes; the request then ends with 404. */
function getScopes(part: Part, entityType: string | undefined): Scopes {
  const scopes: Readonly<Record<string, string>> = DEFINITION_SCOPES[part];
  const scope = Object.hasOwn(scopes, entityType ?? '') ? scopes[entityType ?? ''] : undefined;
  return scope === undefined ? getAllScopes(part) : [scope];
}

function getAllScopes(part: Part): Scopes {
  const { node, media, taxonomy_term } = DEFINITION_SCOPES[part];
  return [node, media, taxonomy_term];
}

/** Scopes for the entity type of the path. */
export const BUNDLE_SCOPES: RequestScopes = ({ entityType }) =>
  getScopes('bundles', getSingleParameter(entityType));
export const FIELD_SCOPES: RequestScopes = ({ entityType }) =>
  getScopes('fields', getSingleParameter(entityType));

/** Changing fields includes reading their bundle. */
export const BUNDLE_READ_SCOPES: RequestScopes = (params) =>
  unite(BUNDLE_SCOPES(params), FIELD_SCOPES(params));

/** Reading the content model needs the scope for content, for bundles or for fields. */
export const CONTENT_MODEL_SCOPES: RequestScopes = () =>
  unite(['content:administer', ...getAllScopes('bundles')], getAllScopes('fields'));

/** @throws ScopeMissing */
export function assertBundleScope(principal: Principal, entityType: string): void {
  assertAnyScope(principal, getScopes('bundles', entityType));
}

/** @throws ScopeMissing */
export function assertFieldScope(principal: Principal, entityType: string): void {
  assertAnyScope(principal, getScopes('fields', entityType));
}

/** Whether the principal may administer the bundles of an entity type. */
export function canAdministerBundles(principal: Principal, entityType: string): boolean {
  const scopes: Readonly<Record<string, string>> = DEFINITION_SCOPES.bundles;
  const scope = getOwn(scopes, entityType);
  return scope !== undefined && principal.scopes.has(scope);
}

/** Without duplicates. */
function unite([scope, ...others]: Scopes, more: Scopes): Scopes {
  return [scope, ...new Set([...others, ...more].filter((other) => other !== scope))];
}

function getSingleParameter(parameter: Request['params'][string] | undefined): string | undefined {
  return Array.isArray(parameter) ? undefined : parameter;
}
