import { jest } from '@jest/globals';
import { EntryStore } from '@content-service/entries';
import { fileKey, FileStore } from '@content-service/files';
import type { JsonObject } from '@content-service/kernel';
import { randomUUID } from 'node:crypto';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { COPY } from '../support/copy-requests.js';
import { FileSite, identify, REPORTS } from './file-site.js';

const HOUR = 60 * 60;

describe('the sweep of files', () => {
  let site: FileSite;
  let store: FileStore;
  beforeEach(async () => {
    site = await FileSite.start();
    store = site.app.nest.get(FileStore);
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await site.stop();
  });

  const sweep = (): Promise<JsonObject | undefined> => site.sweep();
  const isStored = async (id: string): Promise<boolean> => (await store.stat(fileKey(id))) !== undefined;

  it('deletes files that nothing has linked for a day, with their bytes', async () => {
    const [linked, left] = [await site.uploadPhoto(), await site.uploadPhoto()];
    await site.report({ field_photo: identify(linked) });
    site.app.clock.advance(23 * HOUR);
    const young = await site.uploadPhoto();
    expect(await sweep()).toMatchObject({ expired: 0, removed: 0, missing: 0 });

    site.app.clock.advance(2 * HOUR);
    expect(await sweep()).toMatchObject({ expired: 1, removed: 0, missing: 0 });
    expect((await site.file(left)).status).toBe(404);
    expect(await Promise.all([linked, left, young].map(isStored))).toEqual([true, false, true]);
  });

  it('keeps a file that a working copy has linked, also after the copy was discarded', async () => {
    const [linked, left] = [await site.uploadPhoto(), await site.uploadPhoto()];
    const path = await site.report();
    const [id, copy] = [path.slice(REPORTS.length + 1), `${path}?${COPY}`];
    const relationships = { field_photo: { data: identify(linked) } };
    const editor = site.app.api.asAdministrator();
    const saved = await editor.patch(copy, { data: { type: 'node--report', id, relationships } });
    expect(saved.status).toBe(200);
    site.app.clock.advance(25 * HOUR);

    expect(await sweep()).toMatchObject({ expired: 1, removed: 0, missing: 0 });
    expect((await site.file(left)).status).toBe(404);
    const { body } = await editor.get(copy);
    expect(body.data.relationships.field_photo.data).toMatchObject({ id: linked });

    expect((await editor.delete(copy)).status).toBe(204);
    site.app.clock.advance(25 * HOUR);
    // It is permanent since its first link, as a file whose entry was deleted.
    expect(await sweep()).toMatchObject({ expired: 0, removed: 0, missing: 0 });
    expect([(await site.file(linked)).status, await isStored(linked)]).toEqual([200, true]);
  });

  it('keeps a file that is linked after the sweep has found it, or has read it', async () => {
    const [found, read, left] = [
      await site.uploadPhoto(),
      await site.uploadPhoto(),
      await site.uploadPhoto(),
    ];
    site.app.clock.advance(25 * HOUR);
    const entries = site.app.nest.get(EntryStore);
    const findIds = entries.findIds.bind(entries);
    const getMany = entries.getMany.bind(entries);
    jest.spyOn(entries, 'findIds').mockImplementationOnce(async (query) => {
      const page = await findIds(query);
      await site.report({ field_photo: identify(found) });
      jest.spyOn(entries, 'getMany').mockImplementationOnce(async (ids) => {
        const files = await getMany(ids);
        await site.report({ field_photo: identify(read) });
        return files;
      });
      return page;
    });

    expect(await sweep()).toMatchObject({ expired: 1, removed: 0, missing: 0 });
    expect(await Promise.all([found, read, left].map(isStored))).toEqual([true, true, false]);
    const { body } = await site.app.api.asAdministrator().get(`${REPORTS}?include=field_photo`);
    const included = body.included as readonly { id: string; attributes: { status: boolean } }[];
    expect(new Set(included.map(({ id }) => id))).toEqual(new Set([found, read]));
    expect(included.map(({ attributes }) => attributes.status)).toEqual([true, true]);
  });

  it('removes bytes without an entry once no upload can be in progress', async () => {
    const id = '0190c2a4-7f3e-7cc1-9d6e-5a3b1c0d2e4f';
    const path = join(await mkdtemp(join(await store.temporaryFolder(), 'left-')), 'bytes');
    await writeFile(path, 'left by a crash');
    await store.put(fileKey(id), { path, bytes: 15, type: 'text/plain' });
    site.app.clock.advance(47 * HOUR);
    expect(await sweep()).toMatchObject({ removed: 0 });

    site.app.clock.advance(2 * HOUR);
    expect(await sweep()).toMatchObject({ removed: 1 });
    expect(await isStored(id)).toBe(false);
  });

  it('names files whose bytes are gone', async () => {
    const id = await site.uploadPhoto();
    await site.report({ field_photo: identify(id) });
    await store.remove([fileKey(id)]);

    expect(await sweep()).toEqual({ expired: 0, removed: 0, missing: 1, missingFiles: [id] });
    expect((await site.app.api.asAnonymous().get(`/files/${id}/tram.jpg`)).status).toBe(404);
  });

  it('looks at 20,000 objects in steps of a thousand', async () => {
    const old = site.app.clock.now() - 3 * 24 * HOUR;
    const objects = Array.from({ length: 20_000 }, () => ({
      key: fileKey(randomUUID()),
      bytes: 1,
      storedAt: old,
    }));
    objects.sort((one, other) => (one.key < other.key ? -1 : 1));
    const list = jest.spyOn(store, 'list').mockImplementation((after, limit) => {
      const from = after === undefined ? 0 : objects.findIndex(({ key }) => key === after) + 1;
      return Promise.resolve(objects.slice(from, from + limit));
    });
    const remove = jest.spyOn(store, 'remove').mockResolvedValue();
    const read = jest.spyOn(site.app.nest.get(EntryStore), 'findStatuses');

    expect(await sweep()).toMatchObject({ expired: 0, removed: 20_000, missing: 0 });
    expect(list.mock.calls.map(([, limit]) => limit)).toEqual(Array.from({ length: 21 }, () => 1000));
    expect(remove.mock.calls.map(([keys]) => keys.length)).toEqual(Array.from({ length: 20 }, () => 1000));
    expect(Math.max(...read.mock.calls.map(([ids]) => ids.length))).toBe(1000);
  });

  it('is not needed for a file that is deleted', async () => {
    const id = await site.uploadPhoto();
    expect((await site.app.api.asAdministrator().delete(`/api/file/file/${id}`)).status).toBe(204);

    expect(await isStored(id)).toBe(false);
  });
});
