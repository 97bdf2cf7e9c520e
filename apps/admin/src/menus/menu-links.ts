import { queryOptions } from '@tanstack/react-query';
import pMap from 'p-map';
import { ApiError } from '../http/api-error.js';
import { isSame } from '../forms/is-same.js';
import { jsonApi, OPERATIONS_MAXIMUM } from '../jsonapi/json-api.js';
import { parseOffset, split } from '../jsonapi/query.js';
import { MENU_LINK_TYPE, type StoredLink, toStoredLink } from './menu-link.js';
import type { MenuOperation } from './menu-operations.js';

/** Links of a menu that are shown: those that were created first, as the service shows them to readers. */
export const LINKS_MAXIMUM = 1000;

const PAGE_SIZE = 50;
const CONCURRENCY = 6;

/** The links of a menu. */
export interface MenuLinks {
  /** In no order. */
  readonly links: readonly StoredLink[];
  /** Whether the menu has more than `LINKS_MAXIMUM`. */
  readonly isCut: boolean;
}

export const menuLinks = (menuName: string) =>
  queryOptions({
    queryKey: ['entries', 'menu-links', menuName],
    queryFn: async (): Promise<MenuLinks> => {
      const links: StoredLink[] = [];
      let offset: number | undefined = 0;
      while (offset !== undefined && links.length <= LINKS_MAXIMUM) {
        const page = await jsonApi.find(MENU_LINK_TYPE, {
          filters: [{ path: 'menu_name', operator: '=', value: menuName }],
          limit: PAGE_SIZE,
          offset,
        });
        links.push(...page.data.map(toStoredLink));
        const next = page.links?.['next'];
        offset = next == null ? undefined : parseOffset(next);
      }
      return { links: links.slice(0, LINKS_MAXIMUM), isCut: links.length > LINKS_MAXIMUM };
    },
  });

/** A link that an editor has changed is not the one that was opened any more. */
export class MenuConflict extends Error {
  constructor(readonly titles: readonly string[]) {
    super(titles.join(', '));
  }
}

/**
 * Saves the changes of a menu, in requests of bounded size; each is applied whole or not at all.
 *
 * @param stored the links that the changes are based on
 * @param onPart is called after each request
 * @throws MenuConflict, ApiError
 */
export async function saveMenu(
  operations: readonly MenuOperation[],
  stored: readonly StoredLink[],
  onPart: () => void,
): Promise<void> {
  const before = new Map(stored.map((link) => [link.id, link]));
  for (const part of split(operations, OPERATIONS_MAXIMUM)) {
    const etags = await findVersions(part, before);
    await jsonApi.perform(part, etags);
    onPart();
  }
}

/** The `ETag` of each link that is changed or removed. @throws MenuConflict when one is not as it was opened */
async function findVersions(
  operations: readonly MenuOperation[],
  stored: ReadonlyMap<string, StoredLink>,
): Promise<readonly string[]> {
  const ids = operations.map((operation) =>
    operation.op === 'remove' ? operation.ref.id : operation.data.id,
  );
  const known = ids.flatMap((id) => stored.get(id) ?? []);
  const versions = await pMap(known, findVersion, { concurrency: CONCURRENCY });
  const changed = known.filter((_, index) => versions[index] === undefined);
  if (changed.length > 0) throw new MenuConflict(changed.map(({ title }) => title));
  return versions.flatMap((version) => version ?? []);
}

/** The `ETag` of a link; `undefined` when it was changed or removed. */
async function findVersion(link: StoredLink): Promise<string | undefined> {
  try {
    const { body, etag } = await jsonApi.get({ type: MENU_LINK_TYPE, id: link.id });
    return isSame(toStoredLink(body.data), link) ? etag : undefined;
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}
