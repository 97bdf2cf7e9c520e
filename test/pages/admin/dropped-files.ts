import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { getBox } from './admin-site.js';

/** A file as a page gets it from the computer of its user. */
export interface ChosenFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** A picture in one colour. */
export async function createPhoto(name: string, background: string): Promise<ChosenFile> {
  const image = sharp({ create: { width: 320, height: 200, channels: 3, background } });
  return { name, mimeType: 'image/jpeg', buffer: await image.jpeg().toBuffer() };
}

/** A picture whose left half has one colour, and whose right half another. */
export async function createHalves(name: string, left: string, right: string): Promise<ChosenFile> {
  const half = { width: 160, height: 200, channels: 3 } as const;
  const image = sharp({ create: { ...half, width: 320, background: right } });
  const both = image.composite([{ input: { create: { ...half, background: left } }, left: 0, top: 0 }]);
  return { name, mimeType: 'image/jpeg', buffer: await both.jpeg().toBuffer() };
}

/** The prevailing colour of an element as it is shown. */
export async function readColour(element: Locator): Promise<'red' | 'green' | 'blue'> {
  // The service, which is in this process, has restricted sharp to files.
  const folder = await mkdtemp(join(tmpdir(), 'content-service-colours-'));
  const path = join(folder, 'element.png');
  await element.screenshot({ path });
  const { dominant } = await sharp(path).stats();
  await rm(folder, { recursive: true });
  const { r, g, b } = dominant;
  return r > Math.max(g, b) ? 'red' : b > g ? 'blue' : 'green';
}

/** JavaScript for a DataTransfer with files. */
function buildTransfer(files: readonly ChosenFile[]): string {
  const contents = files.map(({ name, mimeType, buffer }) => [name, mimeType, buffer.toString('base64')]);
  return `(() => {
    const transfer = new DataTransfer();
    for (const [name, type, base64] of ${JSON.stringify(contents)}) {
      const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
      transfer.items.add(new File([bytes], name, { type }));
    }
    return transfer;
  })()`;
}

/** Drags files over an element and drops them. @param point in pixels of the window; the middle of the element by default */
export async function drop(
  target: Locator,
  files: readonly ChosenFile[],
  point?: { readonly x: number; readonly y: number },
): Promise<void> {
  await dragOver(target, files, point);
  await dispatch('drop', target, files, point);
}

/** Drags files over an element. */
export function dragOver(...[target, files, point]: Parameters<typeof drop>): Promise<void> {
  return dispatch('dragover', target, files, point);
}

async function dispatch(type: string, ...[target, files, point]: Parameters<typeof drop>): Promise<void> {
  const { x, y, width, height } = await getBox(target);
  const { x: clientX, y: clientY } = point ?? { x: x + width / 2, y: y + height / 2 };
  const dataTransfer = await target.page().evaluateHandle(buildTransfer(files));
  await target.dispatchEvent(type, { dataTransfer, clientX, clientY });
}

/** Pastes files where the focus is. */
export async function paste(page: Page, files: readonly ChosenFile[]): Promise<void> {
  const event = `{ clipboardData: ${buildTransfer(files)}, bubbles: true, cancelable: true }`;
  await page.evaluate(`void document.activeElement.dispatchEvent(new ClipboardEvent('paste', ${event}))`);
}
