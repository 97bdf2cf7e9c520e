import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiClient, type Resource } from '../support/api-client.js';
import { FIRST_CLIENT, type Service, startService } from '../support/content-service.js';
import { COPY } from '../support/copy-requests.js';

/** A storage as it was before there were revisions: it lacks their store and capability, and knows no change that needs them. */
const ADAPTER = `
  import { MemoryRecordStore, RecordStorage } from '@content-service/storage-records';
  import { PORT_NAMES, Storage } from '@content-service/storage';

  const METHODS = ['open', 'migrate', 'isMigrated', 'ping', 'generations', 'rebuildIndex', 'verifyIndex', 'copyTo', 'close'];

  class OlderStorage extends Storage {
    schemaVersion = '';
    constructor(stores, storage) {
      super(stores);
      for (const name of METHODS) this[name] = (...given) => storage[name](...given);
    }
  }

  export function createStorage({ recorder }) {
    const storage = new RecordStorage(new MemoryRecordStore(), recorder);
    const { entries } = storage;
    entries.capabilities = { multiProcess: false, durable: false, snapshots: false };
    const apply = entries.apply.bind(entries);
    entries.apply = (changes, attached = {}) => {
      if (changes.some(({ kind }) => !['insert', 'update', 'delete'].includes(kind))) throw new Error('Unknown change');
      if (attached.superseded?.length > 0) throw new Error('Unknown revision');
      return apply(changes, attached);
    };
    const names = PORT_NAMES.filter((name) => name !== 'entryRevisions');
    return new OlderStorage(Object.fromEntries(names.map((name) => [name, storage[name]])), storage);
  }`;

describe('a service with a storage adapter that was written before there were revisions', () => {
  let folder: string;
  let service: Service;
  let api: ApiClient;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'content-service-older-'));
    const STORAGE_ADAPTER = join(folder, 'older.js');
    await writeFile(STORAGE_ADAPTER, ADAPTER);
    service = await startService('older:', { STORAGE_ADAPTER }, { serve: ['--demo'] });
    api = await ApiClient.withCredentials(service.url, FIRST_CLIENT);
  });
  afterAll(async () => {
    await service.stop();
    await rm(folder, { recursive: true });
  });

  const ARTICLES = '/api/node/article';
  const addArticle = (status: boolean): Promise<Resource> =>
    api.create('node--article', { attributes: { title: 'First', status } });
  const changeTitle = ({ type, id }: Resource, query = ''): Promise<Response> => {
    const document = { data: { type, id, attributes: { title: 'Second' } } };
    return api.send('PATCH', `${ARTICLES}/${id}${query}`, { document });
  };
  const toAnswer = async (response: Response): Promise<unknown> => {
    const { errors } = (await response.json()) as { errors?: readonly { code: string; title: string }[] };
    return [response.status, errors?.[0]?.title, errors?.[0]?.code];
  };
  const manage = (method: string, path: string): Promise<Response> =>
    api.send(method, `/manage/${path}`, { headers: { Accept: 'application/json' } });

  it('creates, changes and deletes entries', async () => {
    const article = await addArticle(true);

    expect((await changeTitle(article)).status).toBe(200);
    const { data } = await api.collection(`${ARTICLES}?filter[id]=${article.id}`);
    expect(data).toMatchObject([{ attributes: { title: 'Second' } }]);
    expect((await api.send('DELETE', `${ARTICLES}/${article.id}`)).status).toBe(204);
    expect((await api.send('GET', `${ARTICLES}/${article.id}`)).status).toBe(404);
  });

  it('changes drafts, and answers 501 where a working copy would be made', async () => {
    const [draft, published] = [await addArticle(false), await addArticle(true)];

    expect((await changeTitle(draft, `?${COPY}`)).status).toBe(200);
    expect(await toAnswer(await changeTitle(published, `?${COPY}`))).toEqual([
      501,
      'Not Implemented',
      'not_supported',
    ]);
    const seen = await api.send('GET', `${ARTICLES}/${published.id}?${COPY}`);
    expect(await seen.json()).toMatchObject({ data: { attributes: { title: 'First' } } });
    expect(await (await manage('GET', 'entry-copies')).json()).toMatchObject({ items: [] });
  });

  it('answers 501 to requests for history and deleted entries', async () => {
    const { id } = await addArticle(true);
    const revision = await api.send('GET', `${ARTICLES}/${id}?resourceVersion=id:1`);
    expect(await toAnswer(revision)).toEqual([501, 'Not Implemented', 'not_supported']);

    await api.send('DELETE', `${ARTICLES}/${id}`);
    for (const [method, path] of [
      ['GET', `entry-revisions?entry=${id}`],
      ['GET', 'trash'],
      ['POST', `trash/${id}/restore`],
    ] as const) {
      const answer = await manage(method, path);
      expect([path, answer.status, await answer.json()]).toEqual([
        ...[path, 501],
        expect.objectContaining({ code: 'not_supported', title: 'Not Implemented' }),
      ]);
    }
  });

  it('tells the administration that no type has versions', async () => {
    const { entityTypes } = (await (await manage('GET', 'content-model')).json()) as {
      readonly entityTypes: readonly { readonly versioned: boolean }[];
    };

    expect(entityTypes.length).toBeGreaterThan(3);
    expect(entityTypes.filter(({ versioned }) => versioned)).toEqual([]);
  });
});
