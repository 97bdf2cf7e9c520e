import { keepPreviousData, useQuery } from '@tanstack/react-query';
import pMap from 'p-map';
import type { Identifier, Resource } from '../../jsonapi/document.js';
import { jsonApi } from '../../jsonapi/json-api.js';
import { parseOffset, type Query, split } from '../../jsonapi/query.js';
import * as queries from '../../management-api/queries.js';
import type { ContentModel } from '../../management-api/resources.js';
import {
  findAlternativeText,
  findPicture,
  getPictureFields,
  getPicturePaths,
} from '../pictures/find-picture.js';
import { findMatch, getSearchedFields } from '../full-text/find-match.js';
import type { Snippet } from '../full-text/find-snippet.js';
import { toFullText } from '../full-text/search-text.js';
import { getTitle, STATUS, toResourceTypes } from '../resource-type.js';

/** A target of a reference, or a candidate. */
export interface Target extends Identifier {
  readonly title: string;
  readonly isPublished: boolean;
  /** RFC 3339. */
  readonly changedAt: string | null;
  /** The URL of its picture. */
  readonly picture: string | undefined;
  /** The alternative text of its picture; empty for a decorative one, `undefined` without a decision. */
  readonly alt: string | undefined;
  /** Where its texts have the searched words that its title does not have. */
  readonly match: Snippet | undefined;
}

/** The maximum number of candidates of each type. */
const LIMIT = 20;

/**
 * The entries of the types whose name contains a text, then those whose texts have its words: at most `LIMIT` of each type and the
 * one with this very name.
 */
export function useTargets(
  types: readonly string[],
  text: string,
): { readonly targets: readonly Target[]; readonly isFetching: boolean } {
  const { data: model } = useQuery(queries.contentModel);
  const { data = [], isFetching } = useQuery({
    queryKey: ['entries', 'targets', types, text],
    queryFn: async () => (await Promise.all(types.map((type) => searchTargets(type, text, model)))).flat(),
    enabled: model !== undefined,
    placeholderData: keepPreviousData,
  });
  return { targets: data, isFetching };
}

async function searchTargets(type: string, text: string, model?: ContentModel): Promise<readonly Target[]> {
  const entity = model?.entityTypes.find(({ name }) => type.startsWith(`${name}--`));
  if (model === undefined || entity === undefined) return [];
  const path = entity.labelField;
  const find = (operator: string): Promise<readonly Target[]> =>
    findTargets(type, model, {
      filters: text === '' ? [] : [{ path, operator, value: text }],
      sort: path,
      limit: LIMIT,
    }).then(({ targets }) => targets);
  const targets = await find('CONTAINS');
  if (text === '') return targets;
  if (targets.length < LIMIT)
    return joinTargets(targets, await findByText(type, text, model)).slice(0, LIMIT);
  return joinTargets(await find('='), targets);
}

function joinTargets(first: readonly Target[], others: readonly Target[]): readonly Target[] {
  return [...first, ...others.filter(({ id }) => !first.some((target) => target.id === id))];
}

/** The entries whose name or texts have the words of a text, the best matches first. */
async function findByText(type: string, text: string, model: ContentModel): Promise<readonly Target[]> {
  const fulltext = toFullText(text);
  if (fulltext === undefined) return [];
  return (await findTargets(type, model, { fulltext, limit: LIMIT }, text)).targets;
}

/** Linked entries by id. */
export function useLinkedTargets(linked: readonly Identifier[]): ReadonlyMap<string, Target> {
  const { data: model } = useQuery(queries.contentModel);
  const { data } = useQuery({
    queryKey: ['entries', 'linked', linked],
    queryFn: async () =>
      (await Promise.all(groupByType(linked).map(([type, ids]) => findByIds(type, ids, model)))).flat(),
    enabled: model !== undefined && linked.length > 0,
    placeholderData: keepPreviousData,
  });
  return new Map((data ?? []).map((target) => [target.id, target]));
}

/** The entries of a type with these ids, in requests of bounded length; those that do not exist are left out. */
export async function findByIds(
  type: string,
  ids: readonly string[],
  model?: ContentModel,
): Promise<readonly Target[]> {
  if (model === undefined) return [];
  const found = await pMap(split(ids, ID_LIMIT), (part) => findPartByIds(type, part, model), {
    concurrency: 4,
  });
  return found.flat();
}

/** The ids of one request, which has them in its URL. */
const ID_LIMIT = 50;

/** Reads every page: the site can allow fewer entries in one. */
async function findPartByIds(
  type: string,
  ids: readonly string[],
  model: ContentModel,
): Promise<readonly Target[]> {
  const filters = [{ path: 'id', operator: 'IN', value: ids }];
  const found: Target[] = [];
  for (let offset: number | undefined = 0; offset !== undefined;) {
    const page: TargetPage = await findTargets(type, model, { filters, limit: ID_LIMIT, offset });
    found.push(...page.targets);
    offset = page.nextOffset;
  }
  return found;
}

interface TargetPage {
  readonly targets: readonly Target[];
  readonly nextOffset: number | undefined;
}

/**
 * Entries with only those fields that a target shows.
 *
 * @param search the text whose words the targets show; empty when no texts are searched
 */
async function findTargets(
  type: string,
  model: ContentModel,
  query: Query,
  search = '',
): Promise<TargetPage> {
  const resourceType = toResourceTypes(model).find((candidate) => candidate.type === type);
  const searched = search === '' || resourceType === undefined ? [] : getSearchedFields(resourceType);
  const include = getPicturePaths(type, model);
  const pictures = getPictureFields(type, model);
  const { fields = [], baseFields = [] } = model.bundles.find((bundle) => bundle.type === type) ?? {};
  const shown = [...baseFields, ...fields].filter(
    (field) => pictures.includes(field.name) || SHOWN_TYPES.has(field.type) || searched.includes(field),
  );
  const {
    data,
    included = [],
    links,
  } = await jsonApi.find(type, {
    ...query,
    include,
    fields: { [type]: shown.map(({ name }) => name) },
  });
  const next = links?.['next'];
  return {
    targets: data.map((entry) => ({
      ...toTarget(entry, model),
      picture: findPicture(entry, included, model),
      alt: findAlternativeText(entry, model),
      match: resourceType && findMatch(entry, resourceType, search),
    })),
    nextOffset: next == null ? undefined : parseOffset(next),
  };
}

/** The types of the fields with the name, the state and the change of an entry, and with addresses of pictures. */
const SHOWN_TYPES: ReadonlySet<string> = new Set(['string', 'boolean', 'timestamp', 'link', 'file_uri']);

function toTarget(entry: Resource, model: ContentModel): Omit<Target, 'picture' | 'alt' | 'match'> {
  const { type, id, attributes } = entry;
  const changedAt = attributes['changed'];
  return {
    ...{ type, id, title: getTitle(entry, model) },
    isPublished: attributes[STATUS] !== false,
    changedAt: typeof changedAt === 'string' ? changedAt : null,
  };
}

export function groupByType(
  linked: readonly Identifier[],
): readonly (readonly [string, readonly string[]])[] {
  const types = [...new Set(linked.map(({ type }) => type))];
  return types.map((type) => [
    type,
    linked.filter((identifier) => identifier.type === type).map(({ id }) => id),
  ]);
}
