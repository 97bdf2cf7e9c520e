import sharp from 'sharp';
import { createJpeg, createPng, FileSite, identify, REPORTS } from './file-site.js';

/** What is uploaded, to which field, and what becomes of it: it is refused, or served as a type that nothing executes. */
type Case = readonly [
  title: string,
  field: string,
  name: string,
  bytes: () => Buffer | Promise<Buffer>,
  outcome: string,
];

const REFUSED = 'refused';
const text = (content: string) => (): Buffer => Buffer.from(content);
const svg = (content: string, attributes = '') =>
  text(`<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8" ${attributes}>${content}</svg>`);
const HTML = '<!DOCTYPE html><html><body><script>document.title = "executed"</script></body></html>';

/** The head of a PNG that announces 30,000 × 30,000 pixels. */
async function createBomb(): Promise<Buffer> {
  const png = Buffer.from(await createPng());
  png.writeUInt32BE(30_000, 16);
  png.writeUInt32BE(30_000, 20);
  const { crc32 } = await import('node:zlib').then(
    (zlib) => zlib as unknown as { crc32?: (data: Buffer) => number },
  );
  if (crc32 !== undefined) png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}

/** An animation of 60 frames of one megapixel each, in a few hundred bytes. */
function createLongAnimation(): Buffer {
  const size = [0xe8, 0x03, 0xe8, 0x03];
  const screen = [...size, 0x80, 0, 0, 0, 0, 0, 255, 255, 255];
  const frame = [0x21, 0xf9, 4, 0, 10, 0, 0, 0, 0x2c, 0, 0, 0, 0, ...size, 0, 2, 2, 0x4c, 1, 0];
  const frames = Array.from({ length: 60 }, () => frame).flat();
  return Buffer.from([...Buffer.from('GIF89a'), ...screen, ...frames, 0x3b]);
}

const IMAGE = 'field_photo';
const DRAWING = 'field_drawing';
const FILES = 'field_files';

const CASES: readonly Case[] = [
  ['HTML as text', FILES, 'a.txt', text(HTML), 'text/plain; charset=utf-8'],
  ['HTML as a picture', IMAGE, 'a.png', text(HTML), REFUSED],
  ['HTML by its extension', FILES, 'a.html', text(HTML), REFUSED],
  ['HTML with an extension behind', FILES, 'a.html.txt', text(HTML), REFUSED],
  ['a script by its extension', FILES, 'a.js', text('alert(1)'), REFUSED],
  ['PHP in upper case', FILES, 'a.PHP', text('<?php'), REFUSED],
  ['PHP with an extension behind', IMAGE, 'a.php.jpg', () => createJpeg(), REFUSED],
  [
    'a configuration of a web server',
    FILES,
    '.htaccess',
    text('AddType application/x-httpd-php .txt'),
    REFUSED,
  ],
  ['a GIF that is a script, too', IMAGE, 'a.gif', text('GIF89a/*\u0001\u0001*/=1;alert(1)'), REFUSED],
  [
    'a PNG with HTML behind it',
    IMAGE,
    'a.png',
    async () => Buffer.concat([await createPng(), Buffer.from(HTML)]),
    'image/png',
  ],
  [
    'a JPEG with HTML in its comment',
    IMAGE,
    'a.jpg',
    () =>
      sharp({ create: { width: 8, height: 8, channels: 3, background: '#123' } })
        .withExif({ IFD0: { ImageDescription: HTML } })
        .jpeg()
        .toBuffer(),
    'image/jpeg',
  ],
  ['a PNG that says it is a JPEG', IMAGE, 'a.jpg', () => createPng(), REFUSED],
  ['a PDF that says it is a PNG', IMAGE, 'a.png', text('%PDF-1.7\n'), REFUSED],
  ['a PNG that says it is text', FILES, 'a.txt', () => createPng(), REFUSED],
  ['a program that says it is a PDF', FILES, 'a.pdf', text('MZ\u0090\u0000'), REFUSED],
  ['text that says it is a ZIP', FILES, 'a.zip', text('text'), REFUSED],
  ['an image of 900 megapixels', IMAGE, 'a.png', createBomb, REFUSED],
  ['an animation of 60 megapixels', IMAGE, 'a.gif', createLongAnimation, REFUSED],
  ['an SVG where none is accepted', IMAGE, 'a.svg', svg(''), REFUSED],
  ['an SVG with shapes', DRAWING, 'a.svg', svg('<defs><g id="a"/></defs><use href="#a"/>'), 'image/svg+xml'],
  ['an SVG with a script', DRAWING, 'a.svg', svg('<script>alert(1)</script>'), REFUSED],
  [
    'an SVG with a script in a namespace',
    DRAWING,
    'a.svg',
    svg('<s:script xmlns:s="http://www.w3.org/2000/svg">1</s:script>'),
    REFUSED,
  ],
  ['an SVG with a handler', DRAWING, 'a.svg', svg('', 'onload="alert(1)"'), REFUSED],
  ['an SVG with HTML inside', DRAWING, 'a.svg', svg('<foreignObject><b/></foreignObject>'), REFUSED],
  ['an SVG with a link that is a script', DRAWING, 'a.svg', svg('<a href="javascript:alert(1)"/>'), REFUSED],
  ['an SVG that loads a picture', DRAWING, 'a.svg', svg('<image href="https://evil.example/x"/>'), REFUSED],
  [
    'an SVG that loads a style',
    DRAWING,
    'a.svg',
    svg('<style>@import url(https://evil.example/x)</style>'),
    REFUSED,
  ],
  [
    'an SVG that loads by a style attribute',
    DRAWING,
    'a.svg',
    svg('<g style="fill:url(//evil.example/x)"/>'),
    REFUSED,
  ],
  [
    'an SVG that changes an address',
    DRAWING,
    'a.svg',
    svg('<set attributeName="href" to="javascript:alert(1)"/>'),
    REFUSED,
  ],
  [
    'an SVG with entities',
    DRAWING,
    'a.svg',
    text('<!DOCTYPE svg [<!ENTITY a "b">]><svg xmlns="http://www.w3.org/2000/svg">&a;</svg>'),
    REFUSED,
  ],
  [
    'an SVG with a style sheet',
    DRAWING,
    'a.svg',
    text('<?xml-stylesheet href="x"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
    REFUSED,
  ],
  [
    'an SVG in UTF-16',
    DRAWING,
    'a.svg',
    () => Buffer.from('\ufeff<svg><script>1</script></svg>', 'utf16le'),
    REFUSED,
  ],
  [
    'XHTML that says it is an SVG',
    DRAWING,
    'a.svg',
    text('<html xmlns="http://www.w3.org/1999/xhtml"/>'),
    REFUSED,
  ],
  ['an SVG of more than 2 MiB', DRAWING, 'a.svg', svg(' '.repeat(2 * 1024 * 1024)), REFUSED],
];

describe('a hostile file', () => {
  let site: FileSite;
  beforeAll(async () => {
    site = await FileSite.start();
  });
  afterAll(() => site.stop());

  it.each(CASES)('such as %s has no effect', async (_, field, name, createBytes, outcome) => {
    const response = await site.upload(`${REPORTS}/${field}`, name, await createBytes());
    if (outcome === REFUSED) {
      expect([response.status, response.body.errors?.[0]?.code]).toEqual([422, 'file_refused']);
      return;
    }
    expect(response.status).toBe(201);
    const { id, attributes } = response.body.data;
    await site.report({ [field]: field === FILES ? [identify(id)] : identify(id) });
    const { headers } = await fetch(`${await site.url()}${attributes.uri.url}`);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': outcome,
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
      'content-disposition': expect.stringMatching(outcome === 'image/svg+xml' ? /^attachment/ : /^inline/),
    });
  });

  it('has a name without what reverses or hides letters', async () => {
    const { body } = await site.upload(`${REPORTS}/${FILES}`, '', Buffer.from('x'), {
      'Content-Disposition': `file; filename*=UTF-8''a%E2%80%AEgpj.%00txt`,
    });

    expect(body.data.attributes.filename).toBe('agpj.txt');
  });
});
