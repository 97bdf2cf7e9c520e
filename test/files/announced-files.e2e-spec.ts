import { eventually } from '../support/eventually.js';
import { ManagedSite, type ManagementClient } from '../support/managed-site.js';
import { Receiver } from '../support/receiver.js';
import { createJpeg, FileSite, identify, REPORTS } from './file-site.js';

interface Announced {
  readonly type: string;
  readonly action: string;
}

describe('a file is an entry for', () => {
  let managed: ManagedSite;
  let site: FileSite;
  let manager: ManagementClient;
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await Receiver.start();
    managed = await ManagedSite.start({
      ...{ FILE_STORE: 'memory:', WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' },
      ...{ CACHE_TAGS: 'surrogate-key', PURGE_DRIVER: 'fastly' },
      ...{ PURGE_URL: receiver.url('/purge'), PURGE_TOKEN: 'secret' },
    });
    site = await FileSite.prepare(managed.app);
    manager = await managed.administrator();
    const webhook = { label: 'Search', url: receiver.url('/files'), resourceTypes: ['file--file'] };
    expect((await manager.post('/manage/webhooks', webhook)).status).toBe(201);
  });
  afterAll(async () => {
    await managed.stop();
    await receiver.stop();
  });

  const list = async (path: string): Promise<readonly Announced[]> =>
    (await manager.get(path)).body.items as Announced[];
  const countPurges = (tag: string): number =>
    receiver
      .of('/purge')
      .flatMap(({ body }) => (JSON.parse(body) as { surrogate_keys: string[] }).surrogate_keys)
      .filter((key) => key === tag).length;

  it('events, and for public webhooks from the moment when it is published', async () => {
    const id = await site.uploadPhoto();
    await site.report({ field_photo: identify(id) });
    await site.app.api.asAdministrator().delete(`/api/file/file/${id}`);
    const listTypes = async (): Promise<readonly string[]> =>
      (await list(`/manage/events?subject=${id}`)).map(({ type }) => type);
    const received = (): readonly unknown[] =>
      receiver
        .of('/files')
        .map(({ body }) => JSON.parse(body) as { type: string; data: { id: string } })
        .map(({ type, data }) => [type, data.id]);

    await eventually(async () => (await listTypes()).length === 3 && received().length === 2);
    expect(await listTypes()).toEqual(['entry.created', 'entry.published', 'entry.deleted']);
    expect(received()).toEqual([
      ['entry.published', id],
      ['entry.deleted', id],
    ]);
  });

  it('the audit log, which tells who uploaded it', async () => {
    const { body } = await site.upload(`${REPORTS}/field_photo`, 'tram.jpg', await createJpeg());
    const { id } = body.data as { id: string };
    await site.app.api.asAdministrator().delete(`/api/file/file/${id}`);

    const lines = await list(`/manage/audit-log?subjectKind=entry&subjectId=${id}`);
    expect(lines).toMatchObject([
      { action: 'entry.deleted', subject: { kind: 'entry', id }, who: { clientId: 'administrator' } },
      { action: 'entry.created', subject: { kind: 'entry', id }, who: { clientId: 'administrator' } },
    ]);
  });

  it('caches: its bytes and its pictures have its tag, which is purged when it is unpublished', async () => {
    const id = await site.uploadPhoto();
    await site.report({ field_photo: identify(id) });
    const { links, attributes } = (await site.file(id)).body.data;
    for (const address of [attributes.uri.url, new URL(links.large.href).pathname]) {
      const { status, headers } = await site.app.api.asAnonymous().get(address as string);
      expect([status, headers['surrogate-key']]).toEqual([200, expect.stringContaining(` file:${id}`)]);
    }
    const before = countPurges(`file:${id}`);

    await site.app.api.asAdministrator().patch(`/api/file/file/${id}`, {
      data: { type: 'file--file', id, attributes: { status: false } },
    });
    await eventually(() => Promise.resolve(countPurges(`file:${id}`) > before));
  });
});
