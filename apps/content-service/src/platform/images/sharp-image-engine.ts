import { randomUUID } from 'node:crypto';
import { chmod, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ImageEngine, ImageUnreadable, type Rendering } from '@content-service/files';
import type { Sharp } from 'sharp';
import { openImage } from './sharp-image-reader.js';

/** An AVIF of 12 megapixels takes 4 s. */
const SECONDS_MAXIMUM = 20;

const TRANSPARENT = { r: 0, g: 0, b: 0, alpha: 0 };

/** A JPEG is opaque. */
const OPAQUE = 'white';

/** Renders pictures with sharp, which reads no more of an image than it needs at once. */
export class SharpImageEngine extends ImageEngine {
  override async render(
    source: string,
    folder: string,
    rendering: Rendering,
  ): Promise<{ path: string; bytes: number; type: string }> {
    const path = join(folder, randomUUID());
    try {
      const picture = encode(draw(openImage(source), rendering), rendering);
      const { size } = await picture.timeout({ seconds: SECONDS_MAXIMUM }).toFile(path);
      await chmod(path, 0o640);
      return { path, bytes: size, type: `image/${rendering.format}` };
    } catch (error) {
      await rm(path, { force: true });
      throw new ImageUnreadable(error);
    }
  }
}

/** The part, turned upright, scaled, and put in the middle of the picture. Metadata and other colour spaces end here. */
function draw(image: Sharp, { crop, scaled, size, format }: Rendering): Sharp {
  image.autoOrient();
  if (crop !== undefined) image.extract(crop);
  image.resize({ ...scaled, fit: 'fill' });
  const [left, top] = [size.width - scaled.width, size.height - scaled.height].map((gap) =>
    Math.floor(gap / 2),
  ) as [number, number];
  if (size.width > scaled.width || size.height > scaled.height)
    image.extend({
      left,
      top,
      right: size.width - scaled.width - left,
      bottom: size.height - scaled.height - top,
      background: format === 'jpeg' ? OPAQUE : TRANSPARENT,
    });
  return image.toColourspace('srgb');
}

function encode(image: Sharp, { format, quality }: Rendering): Sharp {
  switch (format) {
    case 'jpeg':
      return image.flatten({ background: OPAQUE }).jpeg({ quality });
    case 'png':
      return image.png();
    case 'webp':
      return image.webp({ quality });
    case 'gif':
      return image.gif();
    case 'avif':
      return image.avif({ quality });
  }
}
