import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { FileStore, ImageEngine } from '@content-service/files';
import type { JsonObject } from '@content-service/kernel';
import { DEFAULT_SITE_SETTINGS, type ImageStyle } from '@content-service/site-settings';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { createBomb, createJpeg, createPng, FileSite, identify, REPORTS } from './file-site.js';
import { type ImageLinks, renderImage } from './front-end.js';

const BASE_URL = 'https://content.example';

const SQUARE: ImageStyle = {
  ...{ name: 'square', label: 'Square', width: 20, height: 20 },
  ...{ fit: 'cover', format: 'png', quality: 80, enlarge: false },
};

/** The left half is blue, the right one red. */
function createHalves(width = 400, height = 200): Sharp {
  const half = { width: width / 2, height, channels: 3, background: '#00f' } as const;
  return sharp({ create: { ...half, width, background: '#f00' } }).composite([
    { input: { create: half }, left: 0, top: 0 },
  ]);
}

describe('pictures of images', () => {
  let site: FileSite;
  let url: string;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'content-service-pictures-'));
    site = await FileSite.start();
    url = await site.url();
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(async () => {
    await site.stop();
    await rm(folder, { recursive: true });
  });

  const administrator = () => site.app.api.asAdministrator();
  const setStyles = (imageStyles: readonly ImageStyle[]): Promise<void> =>
    site.app.site.settings({ imageStyles });

  /** @returns the id of a file that everybody may see */
  const publish = async (name: string, bytes: Buffer): Promise<string> => {
    const { body } = await site.upload(`${REPORTS}/field_photo`, name, bytes);
    await site.report({ field_photo: identify(body.data.id) });
    return body.data.id as string;
  };
  const readLinks = async (id: string): Promise<ImageLinks> =>
    (await site.file(id)).body.data.links as ImageLinks;
  const toUrl = (href: string): string => href.replace(BASE_URL, url);
  const get = (href: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> =>
    fetch(toUrl(href), { headers, method, redirect: 'manual' });
  const open = async (href: string): Promise<Metadata & { readonly colour: readonly number[] }> => {
    // The service has restricted sharp to files.
    const path = join(folder, randomUUID());
    await writeFile(path, new Uint8Array(await (await get(href)).arrayBuffer()));
    const { dominant } = await sharp(path).stats();
    return { ...(await sharp(path).metadata()), colour: [dominant.r, dominant.g, dominant.b] };
  };
  const move = (id: string, x: number, y: number) =>
    administrator().patch(`/api/file/file/${id}`, {
      data: { type: 'file--file', id, attributes: { focal_point: { x, y } } },
    });

  it('are linked by their file, with the size that they have', async () => {
    const id = await publish('tram.jpg', await createHalves().jpeg().toBuffer());
    const links = await readLinks(id);

    expect(Object.keys(links)).toEqual(['self', 'thumbnail', 'medium', 'large', 'square', 'wide']);
    expect(links['thumbnail']).toEqual({
      href: expect.stringMatching(new RegExp(`^${BASE_URL}/files/${id}/thumbnail/[0-9a-f]{8}/tram\\.webp$`)),
      meta: {
        rel: ['drupal://jsonapi/extensions/consumer_image_styles/links/relation-types/#derivative'],
        ...{ width: 220, height: 110 },
      },
    });
    expect(links['large']?.meta).toMatchObject({ width: 400, height: 200 });
    expect(links['square']?.meta).toMatchObject({ width: 200, height: 200 });
    for (const { href, meta } of Object.values(links).slice(1))
      expect([href, await open(href)]).toEqual([
        href,
        expect.objectContaining({ format: 'webp', width: meta.width, height: meta.height }),
      ]);
  });

  it('are linked by included files, and by the files of atomic operations and of uploads', async () => {
    const { body: uploaded } = await site.upload(`${REPORTS}/field_photo`, 'tram.jpg', await createJpeg());
    const { id, links } = uploaded.data;
    const path = await site.report({ field_photo: identify(id) });
    const { body } = await administrator().get(`${path}?include=field_photo&fields[file--file]=filename`);

    expect(Object.keys(links)).toContain('large');
    expect(body.included).toMatchObject([{ id, attributes: { filename: 'tram.jpg' }, links }]);
    expect(Object.keys(body.data.links)).toEqual(['self']);
  });

  it('are linked by no other file', async () => {
    const text = await site.upload(`${REPORTS}/field_files`, 'a.txt', Buffer.from('x'));
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
    const drawing = await site.upload(`${REPORTS}/field_drawing`, 'a.svg', Buffer.from(svg));

    for (const [field, { body }] of [
      ['field_files', text],
      ['field_drawing', drawing],
    ] as const) {
      const { id, links } = body.data;
      await site.report({ [field]: field === 'field_files' ? [identify(id)] : identify(id) });
      expect(Object.keys(links)).toEqual(['self']);
      expect((await get(`${BASE_URL}/files/${id}/large/00000000/a.webp`)).status).toBe(404);
    }
  });

  it('are served as files are: with a type, to be kept, in parts, and under conditions', async () => {
    const id = await publish('tram.png', await createPng(300, 200));
    const { large } = await readLinks(id);
    const href = large?.href ?? '';
    const whole = await get(href);
    const bytes = Buffer.from(await whole.arrayBuffer());
    const etag = whole.headers.get('etag') ?? '';

    expect([whole.status, Object.fromEntries(whole.headers)]).toEqual([
      200,
      expect.objectContaining({
        'content-type': 'image/webp',
        'content-length': String(bytes.length),
        'content-disposition': 'inline; filename=tram.webp',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        'cross-origin-resource-policy': 'cross-origin',
        'accept-ranges': 'bytes',
        'cache-control': 'public, max-age=86400, s-maxage=86400',
        etag: expect.stringMatching(/^"[0-9a-f]{64}-[0-9a-f]{8}"$/),
      }),
    ]);
    const head = await get(href, {}, 'HEAD');
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
      200,
      String(bytes.length),
      '',
    ]);
    expect((await get(href, { 'If-None-Match': etag })).status).toBe(304);
    expect((await get(href, { 'If-Match': '"other"' })).status).toBe(412);
    const part = await get(href, { Range: 'bytes=0-3', 'If-Range': etag });
    expect([part.status, await part.text()]).toEqual([206, 'RIFF']);
    expect((await get(href, { Range: 'bytes=9999999-' })).status).toBe(416);
  });

  it('are answered by HEAD and by conditions before they are made', async () => {
    const links = await readLinks(await publish('tram.png', await createPng(300, 200)));
    const render = jest.spyOn(site.app.nest.get(ImageEngine), 'render');
    const { href = '' } = links['large'] ?? {};
    const head = await get(href, {}, 'HEAD');
    const etag = head.headers.get('etag') ?? '';
    const other = etag.replace(/-.*/, `-${links['medium']?.href.split('/').at(-2)}"`);

    expect([head.status, render.mock.calls.length]).toEqual([200, 1]);
    expect([(await get(links['medium']?.href ?? '', { 'If-None-Match': other })).status]).toEqual([304]);
    expect(render.mock.calls.length).toBe(1);
  });

  it('are rendered once by 50 requests at the same time, and never again', async () => {
    const { large } = await readLinks(await publish('tram.png', await createPng(900, 600)));
    const render = jest.spyOn(site.app.nest.get(ImageEngine), 'render');
    const answers = await Promise.all(Array.from({ length: 50 }, () => get(large?.href ?? '')));
    await get(large?.href ?? '');

    expect(answers.map(({ status }) => status)).toEqual(Array<number>(50).fill(200));
    expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1);
    expect(render).toHaveBeenCalledTimes(1);
  });

  it('are refused for a moment when 34 others are being made', async () => {
    const styles = Array.from({ length: 30 }, (_, n) => ({ ...SQUARE, name: `s${n}`, width: n + 1 }));
    await setStyles(styles);
    const [first, second] = [
      await publish('a.png', await createPng(90)),
      await publish('b.png', await createPng(80)),
    ];
    const engine = site.app.nest.get(ImageEngine);
    const original = engine.render.bind(engine);
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    jest.spyOn(engine, 'render').mockImplementation(async (...given) => {
      await released;
      return original(...given);
    });
    const hrefs = [first, second].map(async (id) => Object.values(await readLinks(id)).slice(1));
    const links = (await Promise.all(hrefs)).flat().map(({ href }) => href);
    const stat = jest.spyOn(site.app.nest.get(FileStore), 'stat');
    const waiting = links.slice(0, 34).map((href) => get(href));
    while (stat.mock.calls.length < waiting.length) await sleep(20);
    const refused = await get(links[40] ?? '');
    const { errors } = (await refused.json()) as { errors: readonly JsonObject[] };

    expect([refused.status, refused.headers.get('retry-after'), errors[0]?.['code']]).toEqual([
      503,
      '2',
      'images_busy',
    ]);
    expect(refused.headers.get('cache-control')).not.toContain('public');
    release();
    expect((await Promise.all(waiting)).every(({ status }) => status === 200)).toBe(true);
    expect((await get(links[40] ?? '')).status).toBe(200);
    await setStyles(DEFAULT_SITE_SETTINGS.imageStyles);
  });

  it('change at once with a value of the field type focal_point of their file, and a former address leads to the present one', async () => {
    await setStyles([SQUARE]);
    const id = await publish('half.png', await createHalves().png().toBuffer());
    const before = (await readLinks(id))['square']?.href ?? '';
    await get(before);
    const etag = (await site.file(id)).headers['etag'];
    await move(id, 0, 50);
    const left = (await readLinks(id))['square']?.href ?? '';
    const [red, , blue] = (await open(left)).colour;
    await move(id, 100, 50);
    const right = (await readLinks(id))['square']?.href ?? '';
    const [other] = (await open(right)).colour;

    expect(new Set([before, left, right]).size).toBe(3);
    expect([(red ?? 0) < 50, (blue ?? 0) > 200, (other ?? 0) > 200]).toEqual([true, true, true]);
    const former = await get(before);
    expect([former.status, former.headers.get('location'), former.headers.get('cache-control')]).toEqual([
      301,
      right,
      'no-cache',
    ]);
    expect((await site.file(id)).headers['etag']).not.toBe(etag);
    await setStyles(DEFAULT_SITE_SETTINGS.imageStyles);
  });

  it('change at once with their style, which changes the ETags of documents', async () => {
    await setStyles([SQUARE]);
    const id = await publish('tram.png', await createPng(100, 100));
    const file = `/api/file/file/${id}`;
    const former = await site.file(id);
    const { href } = (former.body.data.links as ImageLinks)['square']!;
    await setStyles([{ ...SQUARE, width: 30, height: 10 }]);
    const present = await administrator().get(file, { 'If-None-Match': former.headers['etag'] ?? '' });
    const { square } = present.body.data.links as ImageLinks;

    expect([present.status, square?.meta]).toMatchObject([200, { width: 30, height: 10 }]);
    expect(await open(square?.href ?? '')).toMatchObject({ width: 30, height: 10, format: 'png' });
    expect((await get(href)).headers.get('location')).toBe(square?.href);
    expect((await get(square!.href.replace('tram.png', 'other.png'))).headers.get('location')).toBe(
      square?.href,
    );
    await setStyles([]);
    expect((await get(square?.href ?? '')).status).toBe(404);
    expect(Object.keys(await readLinks(id))).toEqual(['self']);
    await setStyles(DEFAULT_SITE_SETTINGS.imageStyles);
  });

  it('are upright and without EXIF', async () => {
    const id = await publish('tram.jpg', await createJpeg(6));
    const { large } = await readLinks(id);
    const { width, height, exif, orientation } = await open(large?.href ?? '');

    expect(large?.meta).toMatchObject({ width: 40, height: 60 });
    expect([width, height, exif, orientation]).toEqual([40, 60, undefined, undefined]);
  });

  it('are as hidden as their file', async () => {
    const id = await site.uploadPhoto();
    const { large } = await readLinks(id);
    const href = large?.href ?? '';
    const Authorization = `Bearer ${await site.token()}`;

    expect((await get(href)).status).toBe(404);
    expect((await get(href.replace('/large/', '/unknown/'))).status).toBe(404);
    const seen = await get(href, { Authorization });
    expect([seen.status, seen.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
    expect((await get(href)).status).toBe(404);
    expect((await get(href.replace(id, 'nonsense'))).status).toBe(404);
  });

  it('end with their file', async () => {
    const id = await publish('tram.png', await createPng(90, 90));
    const { large } = await readLinks(id);
    const render = jest.spyOn(site.app.nest.get(ImageEngine), 'render');
    await get(large?.href ?? '');
    expect((await administrator().delete(`/api/file/file/${id}`)).status).toBe(204);
    await sleep(1200);

    expect((await get(large?.href ?? '')).status).toBe(404);
    site.app.clock.advance(49 * 60 * 60);
    await site.sweep();
    expect(await site.countObjects(`styles/${id.slice(-2)}/${id}`)).toBe(0);
    expect(render).toHaveBeenCalledTimes(1);
  });

  it('are not made of an image that is damaged, which is tried once in a minute', async () => {
    const whole = await createHalves().jpeg().toBuffer();
    const id = await publish('half.jpg', whole.subarray(0, Math.floor(whole.length / 2)));
    const { large } = await readLinks(id);
    const render = jest.spyOn(site.app.nest.get(ImageEngine), 'render');
    const answers = [await get(large?.href ?? ''), await get(large?.href ?? '')];
    const codes = answers.map(async (answer) => [
      answer.status,
      ((await answer.json()) as { errors: readonly JsonObject[] }).errors[0]?.['code'],
    ]);

    expect(await Promise.all(codes)).toEqual([
      [422, 'image_unreadable'],
      [422, 'image_unreadable'],
    ]);
    expect(render).toHaveBeenCalledTimes(1);
  });

  it('are not made of a decompression bomb, which is refused', async () => {
    const before = await site.countFiles();
    const response = await site.upload(`${REPORTS}/field_photo`, 'bomb.png', createBomb(30_000));

    expect([response.status, response.body.errors[0].code, await site.countFiles()]).toEqual([
      422,
      'file_refused',
      before,
    ]);
  });

  it('are what a page of a front end needs for srcset', async () => {
    const id = await publish('tram & co.jpg', await createHalves(1600, 800).jpeg().toBuffer());
    const path = await site.report({ field_photo: identify(id, { alt: 'A tram' }) });
    const { body } = await administrator().get(`${path}?include=field_photo`);
    const page = renderImage(body, 'field_photo');
    const [, srcset = ''] = /srcset="([^"]+)"/.exec(page) ?? [];
    const sources = srcset.split(', ').map((source) => source.split(' '));

    expect(page).toContain('alt="A tram" width="1200" height="600"');
    expect(sources.map(([, width]) => width)).toEqual(['220w', '480w', '1200w', '1600w']);
    for (const [href = '', width] of sources) expect(`${(await open(href)).width}w`).toBe(width);
  });
});
