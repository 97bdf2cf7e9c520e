import type { ImageSize } from '@content-service/files';
import sharp, { type Sharp } from 'sharp';

/** Pixels of an image with all of its frames: 50 megapixels take 200 MB when they are decoded. */
const PIXELS_MAXIMUM = 50_000_000;

/** The loaders of libvips for the formats that fields accept. Those of SVG, PDF, TIFF and others have a history of faults. */
const LOADERS = [
  ...['VipsForeignLoadJpegFile', 'VipsForeignLoadPngFile', 'VipsForeignLoadWebpFile'],
  ...['VipsForeignLoadNsgifFile', 'VipsForeignLoadHeifFile'],
];

let isRestricted = false;

/** Restricts libvips, which is one for the whole process, to the formats above and to one thread for each image. */
function restrict(): void {
  if (isRestricted) return;
  isRestricted = true;
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: LOADERS });
}

/** Opens an image of pixels; nothing is read before the result is used. @param path of a file on this machine */
export function openImage(path: string): Sharp {
  restrict();
  return sharp(path, { limitInputPixels: PIXELS_MAXIMUM, failOn: 'error', sequentialRead: true });
}

/**
 * Reads the size of an image from its head.
 *
 * @returns `undefined` when the file is no image of a known format, or has more than `PIXELS_MAXIMUM` pixels
 */
export async function readImageSize(path: string): Promise<ImageSize | undefined> {
  try {
    const { width, height, pages = 1, pageHeight, orientation = 1 } = await openImage(path).metadata();
    const shownHeight = pageHeight ?? height;
    if (width * shownHeight * pages > PIXELS_MAXIMUM) return undefined;
    // EXIF: from 5 on the image lies on its side.
    return orientation >= 5 ? { width: shownHeight, height: width } : { width, height: shownHeight };
  } catch {
    return undefined;
  }
}
