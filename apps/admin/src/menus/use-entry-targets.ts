import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { findByIds, type Target } from '../entries/references/use-targets.js';
import * as queries from '../management-api/queries.js';
import type { ContentModel } from '../management-api/resources.js';
import { type EntryTarget, parseEntryUri } from './link-target.js';

/** Entries by the URI of links to them; `null` for one that does not exist. URIs that are still looked up are absent. */
export type TargetsByUri = ReadonlyMap<string, Target | null>;

const NONE: TargetsByUri = new Map();

/** Looks up the entries that links lead to. @param uris those of other targets are left out */
export function useEntryTargets(uris: readonly string[]): TargetsByUri {
  const { data: model } = useQuery(queries.contentModel);
  const wanted = [...new Set(uris)].filter((uri) => parseEntryUri(uri) !== undefined).toSorted();
  const { data } = useQuery({
    queryKey: ['entries', 'uris', wanted],
    queryFn: () => (model === undefined ? new Map() : findEntryTargets(wanted, model)),
    enabled: model !== undefined && wanted.length > 0,
    placeholderData: keepPreviousData,
  });
  return data ?? NONE;
}

async function findEntryTargets(uris: readonly string[], model: ContentModel): Promise<TargetsByUri> {
  const targets = uris.flatMap((uri) => parseEntryUri(uri) ?? []);
  const entityTypes = [...new Set(targets.map(({ entityType }) => entityType))];
  const found = await Promise.all(
    entityTypes.map((entityType) =>
      findEntries(
        entityType,
        targets.filter((target) => target.entityType === entityType),
        model,
      ),
    ),
  );
  const byId = new Map(found.flat().map((target) => [target.id, target]));
  return new Map(uris.map((uri) => [uri, byId.get(parseEntryUri(uri)?.id ?? '') ?? null]));
}

/** Looks for entries in one bundle after the other, until all are found: their URI does not name it. */
async function findEntries(
  entityType: string,
  targets: readonly EntryTarget[],
  { bundles, ...model }: ContentModel,
): Promise<readonly Target[]> {
  const found: Target[] = [];
  let ids = targets.map(({ id }) => id);
  for (const { type } of bundles.filter((bundle) => bundle.entityType === entityType && bundle.entries > 0)) {
    if (ids.length === 0) break;
    found.push(...(await findByIds(type, ids, { bundles, ...model })));
    const known = new Set(found.map(({ id }) => id));
    ids = ids.filter((id) => !known.has(id));
  }
  return found;
}
