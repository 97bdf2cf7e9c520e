import { isJsonObject, type Json, type JsonObject } from '@content-service/kernel';
import { SourceFault } from './source.errors.js';

/** A resource object of the source with the members that an import needs. */
export interface SourceResource {
  readonly type: string;
  readonly id: string;
  readonly attributes: JsonObject;
  /** Relationship objects by name. */
  readonly relationships: JsonObject;
}

/** One page of a collection. */
export interface SourcePage {
  readonly resources: readonly SourceResource[];
  /** Addresses of resources that the credentials do not allow to read (`meta.omitted`). */
  readonly omitted: readonly string[];
  /** The number of all resources of the collection, where the source counts them. */
  readonly count: number | undefined;
  /** The address of the next page as written. */
  readonly next: string | undefined;
}

/** @throws SourceFault when the document is no collection of JSON:API */
export function parsePage(document: JsonObject, url: URL): SourcePage {
  const { data, links } = document;
  if (!Array.isArray(data)) throw new SourceFault(`${url.href} has no list of resources under 'data'.`);
  const meta = isJsonObject(document['meta']) ? document['meta'] : {};
  return {
    resources: (data as readonly Json[]).map((resource, index) => parseResource(resource, index, url)),
    omitted: findOmitted(meta['omitted']),
    count: typeof meta['count'] === 'number' ? meta['count'] : undefined,
    next: isJsonObject(links) ? getHref(links['next']) : undefined,
  };
}

/** The address of a link, which is a text or an object (JSON:API 1.1 «Links»). */
export function getHref(link: Json | undefined): string | undefined {
  const href = isJsonObject(link) ? link['href'] : link;
  return typeof href === 'string' ? href : undefined;
}

function parseResource(resource: Json, index: number, url: URL): SourceResource {
  if (!isJsonObject(resource)) throw new SourceFault(`${url.href} has no resource object at /data/${index}.`);
  const { type, id, attributes, relationships } = resource;
  if (typeof type !== 'string' || typeof id !== 'string' || type === '' || id === '')
    throw new SourceFault(`${url.href} has a resource without 'type' and 'id' at /data/${index}.`);
  return {
    type,
    id,
    // PHP encodes an empty object as an empty list.
    attributes: isJsonObject(attributes) ? adaptRedirect(type, attributes) : {},
    relationships: isJsonObject(relationships) ? relationships : {},
  };
}

/** Gives a redirect of Drupal's module of that name the attributes of this service; its query is no part of the path here. */
function adaptRedirect(type: string, attributes: JsonObject): JsonObject {
  const { redirect_source: source, redirect_redirect: target, language, enabled, ...others } = attributes;
  if (type !== 'redirect--redirect' || !isJsonObject(source)) return attributes;
  const { path, ...rest } = source;
  return {
    ...others,
    source: typeof path === 'string' ? `/${path.replace(/^\//, '')}` : null,
    ...(Object.values(rest).some(isFilled) ? { redirect_source: rest } : {}),
    target: target ?? null,
    ...(typeof language === 'string' ? { langcode: language } : {}),
    ...(typeof enabled === 'boolean' ? { status: enabled } : {}),
  };
}

function isFilled(value: Json | undefined): boolean {
  return (
    value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
  );
}

/** The links below `meta.omitted`, but for the one to the documentation. */
function findOmitted(omitted: Json | undefined): readonly string[] {
  const links = isJsonObject(omitted) ? omitted['links'] : undefined;
  if (!isJsonObject(links)) return [];
  return Object.entries(links).flatMap(([name, link]) => (name === 'help' ? [] : (getHref(link) ?? [])));
}
