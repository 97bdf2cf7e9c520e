import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';

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

/** Drags files over an element and drops them. */
export async function drop(target: Locator, files: readonly ChosenFile[]): Promise<void> {
  const dataTransfer = await target.page().evaluateHandle(buildTransfer(files));
  await target.dispatchEvent('dragover', { dataTransfer });
  await target.dispatchEvent('drop', { dataTransfer });
}

/** Pastes files where the focus is. */
export async function paste(page: Page, files: readonly ChosenFile[]): Promise<void> {
  const event = `{ clipboardData: ${buildTransfer(files)}, bubbles: true, cancelable: true }`;
  await page.evaluate(`void document.activeElement.dispatchEvent(new ClipboardEvent('paste', ${event}))`);
}
