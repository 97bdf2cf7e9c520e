import type { Identifier } from '../../jsonapi/document.js';
import { jsonApi } from '../../jsonapi/json-api.js';
import { isObject } from '../values.js';

/** The attributes of a link, `null` where it has none. */
export interface LinkAttributes {
  readonly href: string;
  readonly 'data-entity-type': string | null;
  readonly 'data-entity-uuid': string | null;
  readonly 'data-entity-substitution': string | null;
}

/** A link to an address that is no entry. */
export function toAddressLink(href: string): LinkAttributes {
  return {
    href,
    'data-entity-type': null,
    'data-entity-uuid': null,
    'data-entity-substitution': null,
  };
}

/**
 * A link to the page of an entry, with the attributes of Drupal's module Linkit. The address is the path alias, which leads on
 * by a redirect after it was changed, or the path that front ends give to an entry without one.
 */
export async function findEntryLink({ type, id }: Identifier): Promise<LinkAttributes> {
  const [entityType = ''] = type.split('--');
  const { body } = await jsonApi.get({ type, id });
  const path = body.data.attributes['path'] ?? null;
  const alias = isObject(path) ? path['alias'] : undefined;
  return {
    href: typeof alias === 'string' ? alias : `/${entityType}/${id}`,
    'data-entity-type': entityType,
    'data-entity-uuid': id,
    'data-entity-substitution': 'canonical',
  };
}
