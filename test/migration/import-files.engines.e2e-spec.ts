import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Workshop } from '../restore/backup-site.js';
import { COMMAND, FIRST_CLIENT, startService, toEnvironment } from '../support/content-service.js';
import { eventually } from '../support/eventually.js';
import { launch } from '../support/server-process.js';
import { FILES, PICTURE } from './drupal-files.js';
import { article, createSite, file, toId, user } from './drupal-site.js';
import { DrupalSource } from './drupal-source.js';
import { MigratedSite } from './migrated-site.js';

const SEA = toId('8', 1);

/** Each test has a database of its own, which a busy server takes long to create. */
describe('content-service import-jsonapi with files', () => {
  const workshop = new Workshop();
  let source: DrupalSource;
  let site: MigratedSite;
  beforeEach(async () => {
    source = await DrupalSource.start(createSite(1));
    site = new MigratedSite(workshop, (await workshop.database()).url, source);
  });
  afterEach(() => source.stop());
  afterAll(() => workshop.remove());

  /** Gives the source files with a text each. */
  const addTexts = (count: number): void => {
    const numbers = Array.from({ length: count }, (_, n) => n + 1);
    source.resources = [user, ...numbers.map((n) => file(n, `${n}.txt`, 6))];
    for (const n of numbers) source.files.set(`${FILES}/${n}.txt`, Buffer.from(toText(n)));
  };

  it('stores the bytes with the attributes that an upload has, and serves them to everybody', async () => {
    const { files, problems } = await site.takeOver();

    expect(problems).toEqual([]);
    const count = { files: 1, bytes: PICTURE.length };
    expect(files).toMatchObject({
      ...{ described: count, fetched: count, present: { files: 0, bytes: 0 } },
      ...{ missing: 0, missingFiles: [], unknownAddresses: [] },
    });
    expect((await site.exported(SEA))?.attributes).toMatchObject({
      ...{ filename: 'sea.jpg', filemime: 'image/jpeg', filesize: PICTURE.length, width: 3, height: 2 },
      ...{ checksum: createHash('sha256').update(PICTURE).digest('hex'), status: true },
    });
    const service = await startService(site.database, site.variables);
    try {
      const answer = await fetch(`${service.url}/files/${SEA}/sea.jpg`);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(PICTURE);
    } finally {
      await service.stop();
    }
  });

  it('fetches nothing when it is repeated, and what changed at the source', async () => {
    addTexts(3);
    await site.takeOver();
    source.requests.length = 0;

    expect((await site.takeOver()).files).toMatchObject({
      ...{ fetched: { files: 0 }, present: { files: 3, bytes: 18 } },
    });
    expect(source.requestsOf(FILES)).toEqual([]);

    source.files.set(`${FILES}/2.txt`, Buffer.from('changed'));
    source.resources = source.resources.map((resource) =>
      resource.id === toId('8', 2) ? file(2, '2.txt', 7) : resource,
    );
    expect((await site.takeOver()).files).toMatchObject({ fetched: { files: 1, bytes: 7 } });
    expect(source.requestsOf(FILES).map(({ path }) => path)).toEqual([`${FILES}/2.txt`]);
    expect(String(await site.readStored(toId('8', 2)))).toBe('changed');
    expect((await site.exported(toId('8', 2)))?.attributes).toMatchObject({ filesize: 7 });
  });

  it('brings the files of a site that was imported with their addresses at the source', async () => {
    source.resources = [
      ...createSite(1).filter(({ type }) => type !== 'node--article'),
      article(1, 1, { body: { value: `<img src="${FILES}/sea.jpg">`, format: 'full_html' } }),
    ];
    const first = await site.takeOver('--without-files');

    expect(first.files).toEqual({
      ...{ described: { files: 1, bytes: PICTURE.length }, missing: 0, missingFiles: [] },
      ...{ unknown: 0, unknownAddresses: [] },
    });
    expect((await site.exported(SEA))?.attributes).toMatchObject({
      uri: { value: 'public://sea.jpg', url: `${source.url}${FILES}/sea.jpg` },
    });
    expect(source.requestsOf(FILES)).toEqual([]);

    expect((await site.takeOver()).files).toMatchObject({ fetched: { files: 1 }, rewritten: 1 });
    expect((await site.exported(SEA))?.attributes).toMatchObject({ uri: { url: `/files/${SEA}/sea.jpg` } });
    expect((await site.exported(toId('a', 1)))?.attributes?.['body']).toMatchObject({
      value: `<img src="/files/${SEA}/sea.jpg">`,
    });

    // What is here stays, with its address.
    await site.takeOver('--without-files');
    expect((await site.exported(SEA))?.attributes).toMatchObject({ uri: { url: `/files/${SEA}/sea.jpg` } });
    expect((await site.exported(toId('a', 1)))?.attributes?.['body']).toMatchObject({
      value: `<img src="/files/${SEA}/sea.jpg">`,
    });
  });

  it('takes over another service of this kind with its pictures', async () => {
    await site.takeOver();
    const { FILE_STORE = '' } = site.variables;
    const service = await startService(site.database, { FILE_STORE });
    try {
      const copy = new MigratedSite(workshop, (await workshop.database()).url, service);
      const { client_id: id, client_secret: secret } = FIRST_CLIENT;

      const { files, problems } = await copy.takeOver('--client-id', id, '--client-secret', secret);

      expect(problems).toEqual([]);
      expect(files).toMatchObject({ fetched: { files: 1 }, missing: 0 });
      expect(await copy.readStored(SEA)).toEqual(PICTURE);
      expect((await copy.exported(SEA))?.attributes).toEqual((await site.exported(SEA))?.attributes);
      expect((await copy.exported(toId('f', 1)))?.relationships).toMatchObject({
        field_media_image: { data: { id: SEA, meta: { alt: 'Waves', width: 800, height: 600 } } },
      });
    } finally {
      await service.stop();
    }
  });

  it('fetches no file again that a killed import has stored', async () => {
    addTexts(60);
    const last = `${FILES}/57.txt`;
    source.override = ({ path }) => (path === last ? 'never' : undefined);
    const command = ['import-jsonapi', source.url, '--folder', site.folder];
    const child = launch([COMMAND, ...command], { ...toEnvironment(site.database), ...site.variables });
    // All others of the second batch were asked for, and their answers are stored at once.
    await eventually(async () => (await countStored(60)) === 59);
    child.kill('SIGKILL');
    await once(child, 'close');
    source.override = () => undefined;
    source.requests.length = 0;

    const { files } = await site.takeOver('--resume');

    expect(files).toMatchObject({ fetched: { files: 1 }, present: { files: 59 }, missing: 0 });
    expect(source.requestsOf(FILES).map(({ path }) => path)).toEqual([last]);
    for (const n of [1, 57, 60]) expect(String(await site.readStored(toId('8', n)))).toBe(toText(n));
    expect((await site.exported(toId('8', 60)))?.attributes).toMatchObject({
      ...{ uri: { url: `/files/${toId('8', 60)}/60.txt` }, filesize: 6, filemime: 'text/plain' },
    });
  });

  const countStored = async (count: number): Promise<number> => {
    const all = Array.from({ length: count }, (_, n) => site.readStored(toId('8', n + 1)));
    return (await Promise.all(all)).filter((bytes) => bytes !== undefined).length;
  };

  it('fetches a file once that several entries describe', async () => {
    addTexts(1);
    source.resources = [...source.resources, file(2, '1.txt', 6), file(3, '1.txt', 6)];

    expect((await site.takeOver()).files).toMatchObject({ fetched: { files: 1 }, present: { files: 2 } });

    expect(source.requestsOf(FILES).length).toBe(1);
    for (const n of [1, 2, 3]) expect(String(await site.readStored(toId('8', n)))).toBe(toText(1));
  });

  it('writes the addresses that files have here into texts and links', async () => {
    const html = [
      `<img src="${FILES}/styles/large/public/sea.jpg.webp?itok=x" srcset="${FILES}/sea.jpg 1x, ${source.url}${FILES}/sea.jpg 2x">`,
      `<a href='${source.url}${FILES}/sea.jpg?a=1&amp;b=2#top'>The sea</a> <video poster="${FILES}/sea.jpg"></video>`,
      `<a href="${FILES}/lost.pdf">Lost</a> <a href="https://other.example${FILES}/sea.jpg">Other</a>`,
    ].join('');
    const links = [{ uri: `internal:${FILES}/sea.jpg`, title: 'Sea', options: [] }];
    source.resources = source.resources.map((resource) =>
      resource.type === 'node--article'
        ? article(1, 1, { body: { value: html, format: 'full_html', summary: html }, field_links: links })
        : resource,
    );

    const { files } = await site.takeOver();

    const here = `/files/${SEA}/sea.jpg`;
    const rewritten = [
      `<img src="${here}" srcset="${here} 1x, https://cms.example${here} 2x">`,
      `<a href='https://cms.example${here}#top'>The sea</a> <video poster="${here}"></video>`,
      `<a href="${FILES}/lost.pdf">Lost</a> <a href="https://other.example${FILES}/sea.jpg">Other</a>`,
    ].join('');
    expect((await site.exported(toId('a', 1)))?.attributes).toMatchObject({
      body: { value: rewritten, summary: rewritten },
      field_links: [{ uri: `internal:${here}` }],
    });
    const unknown = { entry: `node--article/${toId('a', 1)}`, field: 'body', address: `${FILES}/lost.pdf` };
    expect(files).toMatchObject({ rewritten: 11, unknown: 2, unknownAddresses: [unknown, unknown] });
  });
});

function toText(n: number): string {
  return `text${String(n).padStart(2, '0')}`;
}
