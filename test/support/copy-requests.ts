import type { Response } from 'supertest';
import type { Entry } from '@content-service/entries';
import { formatEntryPath } from './entry-path.js';
import type { ManagedSite, ManagementClient } from './managed-site.js';
import { getResource } from './responses.js';

export const COPY = 'resourceVersion=rel:working-copy';
export const ARTICLE = 'node--article';

/** The requests of an editor to articles and their working copies. */
export function createCopyRequests(
  open: () => { readonly site: ManagedSite; readonly manager: ManagementClient },
) {
  const editor = (): ReturnType<ManagedSite['app']['api']['asAdministrator']> =>
    open().site.app.api.asAdministrator();
  const patch = (
    { id }: Pick<Entry, 'id'>,
    members: object,
    { query = '', headers = {} }: { query?: string; headers?: Readonly<Record<string, string>> } = {},
  ): Promise<Response> =>
    editor().patch(
      formatEntryPath({ type: ARTICLE, id }) + query,
      { data: { type: ARTICLE, id, ...members } },
      headers,
    );
  const save = (entry: Pick<Entry, 'id'>, members: object, headers = {}): Promise<Response> =>
    patch(entry, members, { query: `?${COPY}`, headers });
  const readLive = (entry: Entry): Promise<Response> => editor().get(formatEntryPath(entry));
  const readCopy = (entry: Entry, suffix = ''): Promise<Response> =>
    editor().get(`${formatEntryPath(entry)}${suffix}?${COPY}`);
  const discard = (entry: Entry, headers = {}): Promise<Response> =>
    editor().send('delete', `${formatEntryPath(entry)}?${COPY}`, { headers });
  const getTitles = async (entry: Entry): Promise<readonly unknown[]> => {
    const [live, copy] = [await readLive(entry), await readCopy(entry)];
    return [live, copy].map((response) => getResource(response).attributes['title']);
  };
  const listCopies = async (query: string): Promise<readonly Readonly<Record<string, unknown>>[]> =>
    (await open().manager.get(`/manage/entry-copies?${query}`)).body.items as Readonly<
      Record<string, unknown>
    >[];
  const hasCopy = async ({ id }: Entry): Promise<boolean> => (await listCopies(`entry=${id}`)).length === 1;
  const addCopy = async (attributes: object = { title: 'Copy' }): Promise<Entry> => {
    const entry = await open().site.app.site.article({ title: 'Live' });
    expect((await save(entry, { attributes })).status).toBe(200);
    return entry;
  };
  return { editor, patch, save, readLive, readCopy, discard, getTitles, listCopies, hasCopy, addCopy };
}
