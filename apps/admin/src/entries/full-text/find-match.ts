import type { Json, Resource } from '../../jsonapi/document.js';
import type { Field } from '../../management-api/resources.js';
import { htmlToText } from '../formatted-text/convert-text.js';
import type { ResourceType } from '../resource-type.js';
import { isObject } from '../values.js';
import { findMissingWords, findSnippet, type Snippet } from './find-snippet.js';
import { getSearchedWords } from './search-text.js';

const LONG_TEXTS = ['string_long', 'text_long', 'text_with_summary'];

/** The fields besides the label that the full text search of the service looks through. */
export function getSearchedFields({ baseFields, fields, labelField }: ResourceType): readonly Field[] {
  const isLong = ({ type }: Field): boolean => LONG_TEXTS.includes(type);
  const own = fields.filter((field) => field.type === 'string' || isLong(field));
  return [...own, ...baseFields.filter(isLong)].filter(({ name }) => name !== labelField.name);
}

/**
 * Where an entry has the words of a search that are not in its title: the piece of its texts around the first of them.
 *
 * @returns `undefined` when the title has all words, or no text that the document has has one
 */
export function findMatch(entry: Resource, resourceType: ResourceType, search: string): Snippet | undefined {
  const title = entry.attributes[resourceType.labelField.name];
  const missing = findMissingWords(typeof title === 'string' ? title : '', getSearchedWords(search));
  if (missing.length === 0) return undefined;
  for (const { name } of getSearchedFields(resourceType))
    for (const text of toTexts(entry.attributes[name] ?? null)) {
      const snippet = findSnippet(text, missing);
      if (snippet !== undefined) return snippet;
    }
  return undefined;
}

/** The plain texts of a value; of a formatted text as readers see it. */
function toTexts(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap((item: Json) => toTexts(item));
  if (!isObject(value)) return [];
  const { processed, summary } = value;
  return [...(typeof processed === 'string' ? [htmlToText(processed)] : []), ...toTexts(summary ?? null)];
}
