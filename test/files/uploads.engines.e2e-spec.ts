import { readdir } from 'node:fs/promises';
import { FileStore } from '@content-service/files';
import { eventually } from '../support/eventually.js';
import { createJpeg, createPng, FileSite, identify, REPORTS } from './file-site.js';

describe('uploads', () => {
  let site: FileSite;
  beforeAll(async () => {
    site = await FileSite.start();
  });
  afterAll(() => site.stop());

  const photo = `${REPORTS}/field_photo`;
  const files = `${REPORTS}/field_files`;

  it('create a hidden file with what was found out about it', async () => {
    const bytes = await createJpeg(6);
    const response = await site.upload(photo, 'Straßenbahn 7.jpg', bytes, {
      'Content-Disposition': `file; filename*=UTF-8''Stra%C3%9Fenbahn%207.jpg`,
    });
    const { id, type, attributes } = response.body.data;

    expect([response.status, type]).toEqual([201, 'file--file']);
    expect(response.headers['location']).toMatch(new RegExp(`/api/file/file/${id}$`));
    expect(attributes).toMatchObject({
      filename: 'Straßenbahn 7.jpg',
      uri: { value: `public://${id}/Straßenbahn 7.jpg`, url: `/files/${id}/Stra%C3%9Fenbahn%207.jpg` },
      filemime: 'image/jpeg',
      filesize: bytes.length,
      width: 40,
      height: 60,
      status: false,
    });
    expect(attributes).not.toHaveProperty('temporary');
    expect((await site.app.api.asAnonymous().get(attributes.uri.url)).status).toBe(404);
    const seen = await site.app.api.asAdministrator().get(attributes.uri.url);
    expect([seen.status, Buffer.compare(seen.body, bytes)]).toEqual([200, 0]);
  });

  it('become permanent, and visible, with the first link, in the same transaction', async () => {
    const id = await site.uploadPhoto();
    const path = await site.report({ field_photo: identify(id, { alt: 'A tram', width: 1, height: 1 }) });

    expect((await site.file(id)).body.data.attributes.status).toBe(true);
    const { body } = await site.app.api.asAdministrator().get(path);
    expect(body.data.relationships.field_photo.data).toEqual({
      type: 'file--file',
      id,
      meta: { alt: 'A tram', width: 60, height: 40 },
    });
    expect((await site.app.api.asAnonymous().get(`/files/${id}/tram.jpg`)).status).toBe(200);
  });

  it('stay temporary when the entry that links them is refused', async () => {
    const id = await site.uploadPhoto();
    const refused = await site.createReport({
      field_photo: identify(id),
      field_files: [identify('0190c2a4-7f3e-7cc1-9d6e-5a3b1c0d2e4f')],
    });

    expect(refused.status).toBe(404);
    expect((await site.file(id)).body.data.attributes.status).toBe(false);
  });

  it('are linked by two writers at the same time', async () => {
    const id = await site.uploadPhoto();
    const created = await Promise.all(
      [1, 2, 3, 4].map(() => site.createReport({ field_photo: identify(id) })),
    );

    expect(created.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect((await site.file(id)).body.data.attributes.status).toBe(true);
  });

  it('keep the state that an editor has set when they are linked again', async () => {
    const id = await site.uploadPhoto();
    await site.report({ field_photo: identify(id) });
    const hidden = { data: { type: 'file--file', id, attributes: { status: false } } };
    expect((await site.app.api.asAdministrator().patch(`/api/file/file/${id}`, hidden)).status).toBe(200);
    await site.report({ field_photo: identify(id) });

    expect((await site.file(id)).body.data.attributes.status).toBe(false);
  });

  it('to a to-one field of an entry, with the field type image here, replace its file', async () => {
    const first = await site.uploadPhoto();
    const path = await site.report({ field_photo: identify(first) });
    const response = await site.upload(`${path}/field_photo`, 'new.png', await createPng());

    expect([response.status, response.body.data.attributes.filename]).toEqual([200, 'new.png']);
    expect(response.body.data.attributes.status).toBe(true);
    const { body } = await site.app.api.asAdministrator().get(path);
    expect(body.data.relationships.field_photo.data).toEqual({
      type: 'file--file',
      id: response.body.data.id,
      meta: { width: 8, height: 8 },
    });
  });

  it('to a to-many field of an entry, with the field type file here, are added', async () => {
    const path = await site.report();
    await site.upload(`${path}/field_files`, 'one.txt', Buffer.from('one'));
    const { status, body } = await site.upload(`${path}/field_files`, 'two.txt', Buffer.from('two'));

    expect(status).toBe(200);
    expect(body.data.map((file: { attributes: { filename: string } }) => file.attributes.filename)).toEqual([
      'one.txt',
      'two.txt',
    ]);
  });

  it('store nothing when If-Match names another version of the entry', async () => {
    const path = await site.report();
    const before = await site.countFiles();
    const response = await site.upload(`${path}/field_photo`, 'a.jpg', await createJpeg(), {
      'If-Match': '"9-x"',
    });

    expect([response.status, await site.countFiles()]).toEqual([412, before]);
  });

  it('accept a file without bytes where no image is required', async () => {
    expect((await site.upload(files, 'empty.txt', Buffer.alloc(0))).status).toBe(201);
    expect((await site.upload(photo, 'empty.png', Buffer.alloc(0))).status).toBe(422);
  });

  it('keep a name of 240 characters, whose address is much longer', async () => {
    const name = `${'ß'.repeat(236)}.txt`;
    const { status, body } = await site.upload(files, '', Buffer.from('x'), {
      'Content-Disposition': `file; filename*=UTF-8''${encodeURIComponent(name)}`,
    });

    expect([status, body.data.attributes.filename]).toEqual([201, name]);
    const found = await site.app.api
      .asAdministrator()
      .get(`/api/file/file?filter[uri.value]=${encodeURIComponent(body.data.attributes.uri.value)}`);
    expect(found.body.data.map(({ id }: { id: string }) => id)).toEqual([body.data.id]);
  });

  it('are named by the last part of the name alone', async () => {
    for (const [sent, stored] of [
      ['../../etc/passwd.txt', 'passwd.txt'],
      ['C:\\\\temp\\\\a.txt', 'a.txt'],
      ['...hidden.txt', 'hidden.txt'],
      [' b .txt', 'b .txt'],
    ] as const)
      expect((await site.upload(files, sent, Buffer.from('x'))).body.data.attributes.filename).toBe(stored);
  });

  it.each<
    [title: string, path: string, name: string, headers: Record<string, string>, status: number, code: string]
  >([
    ['another media type', files, 'a.txt', { 'Content-Type': 'text/plain' }, 415, 'unsupported_media_type'],
    ['a coding', files, 'a.txt', { 'Content-Encoding': 'gzip' }, 415, 'unsupported_media_type'],
    ['no name', files, '', {}, 400, 'file_name_missing'],
    ['no disposition', files, '', { 'Content-Disposition': 'file' }, 400, 'file_name_missing'],
    ['an extension of others', files, 'a.psd', {}, 422, 'file_refused'],
    ['no extension', files, 'a', {}, 422, 'file_refused'],
    ['an executable extension', files, 'a.php', {}, 422, 'file_refused'],
    ['an executable extension in front', files, 'a.php.txt', {}, 422, 'file_refused'],
    ['a long name', files, `${'n'.repeat(240)}.txt`, {}, 422, 'file_refused'],
    ['text in an image field', photo, 'a.png', {}, 422, 'file_refused'],
    [
      'an unknown entry',
      `${REPORTS}/0190c2a4-7f3e-7cc1-9d6e-5a3b1c0d2e4f/field_photo`,
      'a.png',
      {},
      404,
      'entry_unknown',
    ],
    ['a field without files', `${REPORTS}/title`, 'a.txt', {}, 405, 'method_not_allowed'],
    [
      'another relationship',
      `${REPORTS}/0190c2a4-7f3e-7cc1-9d6e-5a3b1c0d2e4f/uid`,
      'a.txt',
      {},
      405,
      'method_not_allowed',
    ],
  ])('with %s store nothing', async (_, path, name, headers, status, code) => {
    const before = await site.countFiles();
    const response = await site.upload(path, name, Buffer.from('text'), headers);

    expect([response.status, response.body.errors[0].code]).toEqual([status, code]);
    expect(await site.countFiles()).toBe(before);
  });

  it('larger than their field or the service accepts are refused before and while they arrive', async () => {
    const large = Buffer.alloc(200_001, 'x');
    expect((await site.upload(photo, 'a.jpg', large)).status).toBe(422);
    const streamed = await site.stream(photo, 'a.jpg', [large.subarray(0, 150_000), large.subarray(150_000)]);
    expect([streamed.status, ((await streamed.json()) as { errors: unknown[] }).errors]).toMatchObject([
      422,
      [{ code: 'file_refused', meta: { field: 'field_photo' } }],
    ]);
  });

  it('need the scope and the setting of every write', async () => {
    const headers = {
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': 'file; filename="a.txt"',
    };
    const send = async (actor: 'anonymous' | 'reader' | 'administrator'): Promise<number> =>
      (await site.app.api.as(actor).send('post', files, { body: Buffer.from('x'), headers })).status;

    expect([await send('anonymous'), await send('reader')]).toEqual([401, 403]);
    await site.app.site.settings({ allowedOperations: 'read_only' });
    expect(await send('administrator')).toBe(403);
    await site.app.site.settings({ allowedOperations: 'read_write' });
  });

  it('name their methods', async () => {
    const options = async (path: string): Promise<string | undefined> =>
      (await site.app.api.asAdministrator().send('options', path)).headers['allow'];

    expect(await options(photo)).toBe('OPTIONS, POST');
    expect(await options(`${await site.report()}/field_files`)).toBe('GET, HEAD, OPTIONS, POST');
  });

  it('are linked only by fields that accept them', async () => {
    const { body } = await site.upload(files, 'a.txt', Buffer.from('x'));
    const response = await site.createReport({ field_photo: identify(body.data.id) });

    expect(response.status).toBe(422);
    expect(response.body.errors).toMatchObject([
      {
        code: 'file_refused',
        source: { pointer: '/data/relationships/field_photo/data' },
        meta: { field: 'field_photo' },
      },
    ]);
  });

  it('have texts of a bounded length', async () => {
    const id = await site.uploadPhoto();
    const response = await site.createReport({ field_photo: identify(id, { alt: 'x'.repeat(513) }) });

    expect([response.status, response.body.errors[0].source.pointer]).toEqual([
      422,
      '/data/relationships/field_photo/data/meta/alt',
    ]);
  });

  it('have addresses of the field type file_uri which follow their names', async () => {
    const id = await site.uploadPhoto();
    await site.report({ field_photo: identify(id) });
    const rename = (filename: string) =>
      site.app.api
        .asAdministrator()
        .patch(`/api/file/file/${id}`, { data: { type: 'file--file', id, attributes: { filename } } });

    expect((await rename('metro.jpg')).body.data.attributes.uri).toEqual({
      value: `public://${id}/metro.jpg`,
      url: `/files/${id}/metro.jpg`,
    });
    for (const name of ['metro.png', '../metro.jpg', '.jpg', ''])
      expect((await rename(name)).status).toBe(422);
    const readOnly = { data: { type: 'file--file', id, attributes: { filesize: 1 } } };
    expect((await site.app.api.asAdministrator().patch(`/api/file/file/${id}`, readOnly)).status).toBe(403);
  });
});

describe('limits of uploads', () => {
  const FILES = `${REPORTS}/field_files`;
  const LIMIT = 100_000;
  const OPEN_MAXIMUM = 16;

  let site: FileSite;
  beforeAll(async () => {
    site = await FileSite.start({ UPLOAD_LIMIT_BYTES: String(LIMIT) });
  });
  afterAll(() => site.stop());

  /** The files that are being received. */
  const listReceived = async (): Promise<readonly string[]> =>
    readdir(await site.app.nest.get(FileStore).temporaryFolder());
  const countStored = async (): Promise<readonly number[]> => [
    await site.countFiles(),
    await site.countObjects('files/'),
    (await listReceived()).length,
  ];

  it('accept UPLOAD_LIMIT_BYTES, and keep nothing of a file that has more', async () => {
    const largest = Buffer.alloc(LIMIT, 'x');
    expect((await site.upload(FILES, 'largest.txt', largest)).status).toBe(201);
    const before = await countStored();

    const announced = await site.upload(FILES, 'larger.txt', Buffer.alloc(LIMIT + 1, 'x'));
    const streamed = await site.stream(FILES, 'larger.txt', [largest, Buffer.from('x')]);

    const { errors } = (await streamed.json()) as { errors: unknown };
    expect([announced.status, streamed.status]).toEqual([413, 413]);
    for (const shown of [announced.body.errors, errors])
      expect(shown).toMatchObject([{ code: 'body_too_large' }]);
    expect(await countStored()).toEqual(before);
  });

  it('refuse an upload while 16 are open, and accept it afterwards', async () => {
    const [filesBefore = 0] = await countStored();
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    async function* createSlowBody(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('first ');
      await finished;
      yield Buffer.from('last');
    }
    const open = Array.from({ length: OPEN_MAXIMUM }, (_, n) =>
      site.stream(FILES, `${n}.txt`, createSlowBody()),
    );
    try {
      await eventually(async () => (await listReceived()).length === OPEN_MAXIMUM);

      const { status, headers, body } = await site.upload(FILES, 'one-more.txt', Buffer.from('x'));

      expect([status, headers['retry-after']]).toEqual([503, '1']);
      expect(body.errors).toMatchObject([{ code: 'uploads_busy' }]);
    } finally {
      finish();
    }
    expect((await Promise.all(open)).map(({ status }) => status)).toEqual(Array(OPEN_MAXIMUM).fill(201));
    expect((await site.upload(FILES, 'one-more.txt', Buffer.from('x'))).status).toBe(201);
    const stored = filesBefore + OPEN_MAXIMUM + 1;
    expect(await countStored()).toEqual([stored, stored, 0]);
  });
});
