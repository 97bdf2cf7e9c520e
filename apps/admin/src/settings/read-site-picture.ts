import { t } from '@lingui/core/macro';
import { BOUNDS } from '../management-api/bounds.js';

const { maxLength: LENGTH_MAXIMUM } = BOUNDS['SiteAppearance.change'].logo;

const SVG = 'image/svg+xml';

/** The files that the inputs offer. */
export const SITE_PICTURE_TYPES = `image/png,image/jpeg,image/webp,${SVG}`;

/**
 * A picture as `data:` URL: an SVG as it is, others as PNG that fits the size.
 *
 * @param size the longest sides in pixels
 * @throws Error with a sentence for the user
 */
export async function readSitePicture(
  file: File,
  size: { readonly width: number; readonly height: number },
): Promise<string> {
  const url = await readUrl(file.type === SVG ? file : await resize(file, size));
  if (url.length > LENGTH_MAXIMUM) throw new Error(t`The picture is too large; one with fewer details fits.`);
  return url;
}

async function resize(file: File, size: { width: number; height: number }): Promise<Blob> {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new Error(t`This file is not a picture that the browser can read.`);
  });
  const scale = Math.min(1, size.width / bitmap.width, size.height / bitmap.height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error(t`This file is not a picture that the browser can read.`));
      else resolve(blob);
    });
  });
}

function readUrl(blob: Blob): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      resolve(reader.result as string);
    });
    reader.readAsDataURL(blob);
  });
}
