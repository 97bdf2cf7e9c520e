import { setTimeout as sleep } from 'node:timers/promises';
import { fileKey, FileStore } from '@content-service/files';
import { FileSite, identify, REPORTS } from './file-site.js';

const TEXT = '0123456789';

describe('the address of a file', () => {
  let site: FileSite;
  let id: string;
  let url: string;
  beforeAll(async () => {
    site = await FileSite.start();
    const { body } = await site.upload(`${REPORTS}/field_files`, 'digits.txt', Buffer.from(TEXT));
    id = body.data.id;
    await site.report({ field_files: [identify(id)] });
    url = `${await site.url()}/files/${id}/digits.txt`;
  });
  afterAll(() => site.stop());

  const get = (headers: Record<string, string> = {}, method = 'GET'): Promise<Response> =>
    fetch(url, { headers, method, redirect: 'manual' });

  it('serves it without a token, to be kept by caches, with nothing that runs', async () => {
    const response = await get();

    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-length': '10',
      'content-disposition': 'inline; filename=digits.txt',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      'cache-control': 'public, max-age=86400, s-maxage=86400',
      etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
    });
    expect(await response.text()).toBe(TEXT);
  });

  it.each<[range: string, status: number, part: string, contentRange: string | null]>([
    ['bytes=0-0', 206, '0', 'bytes 0-0/10'],
    ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
    ['bytes=8-', 206, '89', 'bytes 8-9/10'],
    ['bytes=-1', 206, '9', 'bytes 9-9/10'],
    ['bytes=-99', 206, TEXT, 'bytes 0-9/10'],
    ['bytes=5-99', 206, '56789', 'bytes 5-9/10'],
    ['bytes=999-', 416, '', 'bytes */10'],
    ['bytes=-0', 416, '', 'bytes */10'],
    ['bytes=5-4', 200, TEXT, null],
    ['bytes=0-1,4-5', 200, TEXT, null],
    ['lines=1-2', 200, TEXT, null],
    ['nonsense', 200, TEXT, null],
  ])('answers the range %s by %i', async (range, status, part, contentRange) => {
    const response = await get({ Range: range });

    expect([response.status, response.headers.get('content-range')]).toEqual([status, contentRange]);
    if (status !== 416) expect(await response.text()).toBe(part);
  });

  it('answers errors by documents that no cache stores', async () => {
    const lost = await site.uploadPhoto();
    await site.report({ field_photo: identify(lost) });
    await site.app.nest.get(FileStore).remove([fileKey(lost)]);
    const answers = [
      await get({ Range: 'bytes=999-' }),
      await fetch(`${await site.url()}/files/${lost}/tram.jpg`),
    ];

    expect(answers.map(({ status }) => status)).toEqual([416, 404]);
    for (const { headers } of answers) {
      expect(headers.get('content-type')).toBe('application/vnd.api+json');
      expect(headers.get('cache-control')).toBe('private, no-cache');
      for (const name of ['cdn-cache-control', 'surrogate-control', 'etag', 'content-disposition'])
        expect([name, headers.get(name)]).toEqual([name, null]);
    }
  });

  it('answers conditions by the checksum', async () => {
    const etag = (await get()).headers.get('etag') ?? '';

    expect((await get({ 'If-None-Match': etag })).status).toBe(304);
    expect((await get({ 'If-Match': '"other"' })).status).toBe(412);
    expect((await get({ Range: 'bytes=0-0', 'If-Range': etag })).status).toBe(206);
    expect((await get({ Range: 'bytes=0-0', 'If-Range': '"other"' })).status).toBe(200);
  });

  it('answers HEAD without the body', async () => {
    const response = await get({}, 'HEAD');

    expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([
      200,
      '10',
      '',
    ]);
  });

  it('leads from another name to the present one', async () => {
    const response = await fetch(`${await site.url()}/files/${id}/old.txt`, { redirect: 'manual' });

    expect([response.status, response.headers.get('location')]).toEqual([
      301,
      `https://content.example/files/${id}/digits.txt`,
    ]);
  });

  it('is the same for a file that is not there and one that may not be seen', async () => {
    const hidden = await site.uploadPhoto();
    const answers = await Promise.all(
      [`/files/${hidden}/tram.jpg`, '/files/0190c2a4-7f3e-7cc1-9d6e-5a3b1c0d2e4f/tram.jpg', '/files/x/y'].map(
        async (path) => {
          const response = await fetch(`${await site.url()}${path}`);
          const { errors } = (await response.json()) as { errors: { code: string; detail: string }[] };
          return [response.status, errors.map(({ code, detail }) => ({ code, detail }))];
        },
      ),
    );

    expect(answers[0]?.[0]).toBe(404);
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });

  it('ends within two seconds when the file is unpublished, and when it is deleted', async () => {
    const file = `/api/file/file/${id}`;
    const unpublished = { data: { type: 'file--file', id, attributes: { status: false } } };
    expect((await site.app.api.asAdministrator().patch(file, unpublished)).status).toBe(200);
    await sleep(1500);
    expect((await get()).status).toBe(404);
    const token = await site.token();
    expect((await get({ Authorization: `Bearer ${token}` })).headers.get('cache-control')).toBe(
      'private, no-cache',
    );

    expect((await site.app.api.asAdministrator().delete(file)).status).toBe(204);
    await sleep(1500);
    expect((await get({ Authorization: `Bearer ${token}` })).status).toBe(404);
  });

  it('refuses an invalid token', async () => {
    expect((await get({ Authorization: 'Bearer nonsense' })).status).toBe(401);
  });
});
