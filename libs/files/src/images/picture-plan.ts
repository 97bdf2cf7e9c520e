import type { ImageStyle } from '@content-service/site-settings';
import type { ImageSize } from '../uploads/file-content.js';

/** The point of an image that stays visible when it is cropped, in percent from its upper left corner. */
export interface FocalPoint {
  readonly x: number;
  readonly y: number;
}

/** The point of images without another one. */
export const CENTRE: FocalPoint = { x: 50, y: 50 };

/** How a picture is made from an image, in pixels. */
export interface PicturePlan {
  /** The part of the image that is used; absent for the whole. */
  readonly crop?: ImageSize & { readonly left: number; readonly top: number };
  /** The size to which that part is scaled. */
  readonly scaled: ImageSize;
  /** The size of the picture, in whose middle the scaled part is. */
  readonly size: ImageSize;
}

/** Pixels of the side that a style leaves open: an image can be a thousand times as high as wide. */
const OPEN_SIDE_MAXIMUM = 8192;

/**
 * Computes the size of a picture, and what of the image it shows.
 *
 * @param image its size as it is shown
 */
export function planPicture(
  image: ImageSize,
  {
    width = OPEN_SIDE_MAXIMUM,
    height = OPEN_SIDE_MAXIMUM,
    fit,
    enlarge,
  }: Pick<ImageStyle, 'width' | 'height' | 'fit' | 'enlarge'>,
  focalPoint: FocalPoint = CENTRE,
): PicturePlan {
  if (fit === 'cover') return planCrop(image, { width, height }, enlarge, focalPoint);
  const scale = Math.min(width / image.width, height / image.height, enlarge ? Infinity : 1);
  const scaled = { width: toPixels(image.width * scale), height: toPixels(image.height * scale) };
  return { scaled, size: fit === 'contain' ? { width, height } : scaled };
}

/** A part with the proportions of the style. When it may not be enlarged, a small part is the picture. */
function planCrop(image: ImageSize, style: ImageSize, enlarge: boolean, focalPoint: FocalPoint): PicturePlan {
  const scale = Math.max(style.width / image.width, style.height / image.height);
  const width = Math.min(toPixels(style.width / scale), image.width);
  const height = Math.min(toPixels(style.height / scale), image.height);
  const size = scale <= 1 || enlarge ? { width: style.width, height: style.height } : { width, height };
  if (width === image.width && height === image.height) return { scaled: size, size };
  const left = place(image.width, width, focalPoint.x);
  const top = place(image.height, height, focalPoint.y);
  return { crop: { left, top, width, height }, scaled: size, size };
}

/** Where a part begins that has the point in its middle, as far as the image reaches. */
function place(whole: number, part: number, percent: number): number {
  return Math.min(Math.max(Math.round((whole * percent) / 100 - part / 2), 0), whole - part);
}

function toPixels(length: number): number {
  return Math.max(1, Math.round(length));
}
