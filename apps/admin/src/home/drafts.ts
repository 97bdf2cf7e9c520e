import { getTitle, type ResourceType, STATUS } from '../entries/resource-type.js';
import type { Identifier, Json, Resource } from '../jsonapi/document.js';
import { jsonApi } from '../jsonapi/json-api.js';
import type { ContentModel } from '../management-api/resources.js';
import type { ListedEntry } from './entry-list-card.js';

/** Drafts that are read of each type. */
const LIMIT = 5;

/** The base field with the author of an entry. */
const AUTHOR = 'uid';

export function hasDrafts({ entity, allFields, entries }: ResourceType): boolean {
  return entity.creatable && entries > 0 && allFields.some(({ name }) => name === STATUS);
}

export function hasAuthor({ allFields }: ResourceType): boolean {
  return allFields.some(({ name }) => name === AUTHOR);
}

/**
 * The unpublished entries of a type that were changed last.
 *
 * @param author the id of the user whose entries they are; without it those of all, with the names of their authors
 */
export async function findDrafts(
  resourceType: ResourceType,
  model: ContentModel,
  author?: string,
): Promise<readonly ListedEntry[]> {
  const { type, label, labelField } = resourceType;
  const isNamed = author === undefined && hasAuthor(resourceType);
  const { data, included = [] } = await jsonApi.find(type, {
    filters: [
      { path: STATUS, operator: '=', value: '0' },
      ...(author === undefined ? [] : [{ path: `${AUTHOR}.id`, operator: '=', value: author }]),
    ],
    sort: '-changed',
    include: isNamed ? [AUTHOR] : [],
    fields: {
      [type]: [labelField.name, 'changed', ...(isNamed ? [AUTHOR] : [])],
      'user--user': ['display_name'],
    },
    limit: LIMIT,
  });
  return data.map((entry) => ({
    ...{ type, typeLabel: label, id: entry.id, title: getTitle(entry, model), published: false },
    at: toText(entry.attributes['changed']),
    by: findAuthorName(entry, included),
  }));
}

function findAuthorName({ relationships }: Resource, included: readonly Resource[]): string | null {
  const author = relationships?.[AUTHOR]?.data as Identifier | null | undefined;
  const user = included.find(({ id }) => id === author?.id);
  return user === undefined ? null : toText(user.attributes['display_name']);
}

function toText(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
