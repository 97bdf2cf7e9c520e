import { createHash } from 'node:crypto';
import { type Attributes, FILE_NAME_MAXIMUM, isStoredFile } from '@content-service/entries';
import { FILE_TYPE } from '@content-service/bundles';
import { isJsonObject, type Json, type Uuid } from '@content-service/kernel';
import type { ImageStyle } from '@content-service/site-settings';
import { LRUCache } from 'lru-cache';
import { derivativeKey, type FileKey } from '../file-key.js';
import type { ImageSize } from '../uploads/file-content.js';
import { CENTRE, type FocalPoint, type PicturePlan, planPicture } from './picture-plan.js';

/** The formats of images of pixels, with the extension of pictures in them. SVG is none: it is never rendered. */
const EXTENSIONS = { jpeg: 'jpg', png: 'png', webp: 'webp', gif: 'gif', avif: 'avif' } as const;

export type ImageFormat = keyof typeof EXTENSIONS;

/** An uploaded image of pixels, from which pictures are made. */
export interface OriginalImage extends ImageSize {
  readonly id: Uuid;
  readonly name: string;
  readonly format: ImageFormat;
  readonly focalPoint: FocalPoint;
}

/** A picture of a style that is made from an image. */
export interface DerivedPicture extends PicturePlan {
  readonly key: FileKey;
  /** Eight hexadecimal digits, which change with the style and, where it crops, with the focal point. */
  readonly version: string;
  readonly format: ImageFormat;
  /** The quality of formats with losses, 1 to 100. */
  readonly quality: number;
  readonly mediaType: string;
  /** The base name of the file with the extension of the format. */
  readonly name: string;
  /** The path on this service, percent-encoded. */
  readonly path: string;
}

/** The image of a file; `undefined` for a file that is none, whose size is unknown, or whose bytes lie elsewhere. */
export function findOriginalImage(id: Uuid, attributes: Attributes): OriginalImage | undefined {
  const { filename, filemime, width, height, focal_point: focalPoint } = attributes;
  const format = findFormat(filemime);
  if (format === undefined || typeof width !== 'number' || typeof height !== 'number') return undefined;
  if (typeof filename !== 'string' || !isStoredFile(FILE_TYPE, id, attributes)) return undefined;
  return { id, name: filename, format, width, height, focalPoint: toFocalPoint(focalPoint) };
}

function findFormat(mediaType: Json | undefined): ImageFormat | undefined {
  const format = typeof mediaType === 'string' ? /^image\/(?<format>\w+)$/.exec(mediaType)?.[1] : undefined;
  return format !== undefined && Object.hasOwn(EXTENSIONS, format) ? (format as ImageFormat) : undefined;
}

function toFocalPoint(stored: Json | undefined): FocalPoint {
  if (!isJsonObject(stored)) return CENTRE;
  const { x, y } = stored;
  return typeof x === 'number' && typeof y === 'number' ? { x, y } : CENTRE;
}

/** Describes the picture of a style; nothing is rendered. */
export function describePicture(image: OriginalImage, style: ImageStyle): DerivedPicture {
  const { id } = image;
  const format = style.format === 'original' ? image.format : style.format;
  const extension = EXTENSIONS[format];
  const version = getVersion(style, image.focalPoint);
  const name = replaceExtension(image.name, extension);
  return {
    ...planPicture(image, style, image.focalPoint),
    key: derivativeKey(id, { style: style.name, version, extension }),
    version,
    format,
    quality: style.quality,
    mediaType: `image/${format}`,
    name,
    path: `/files/${id}/${style.name}/${version}/${encodeURIComponent(name)}`,
  };
}

/** The keys of the pictures of all styles of an image. */
function listDerivativeKeys(image: OriginalImage, styles: readonly ImageStyle[]): readonly FileKey[] {
  return styles.map((style) => describePicture(image, style).key);
}

/**
 * Whether an object is a picture that is still offered: its style is one of these, and it was made by the present definition and the
 * present focal point. Other derivatives can be removed.
 *
 * @param image that the key names by its id; `undefined` when there is none any more
 */
export function isPresentDerivative(
  key: FileKey,
  image: OriginalImage | undefined,
  styles: readonly ImageStyle[],
): boolean {
  return image !== undefined && listDerivativeKeys(image, styles).includes(key);
}

/** Versions by what they stand for. Each document with files asks for those of all styles. */
const versions = new LRUCache<string, string>({ max: 5000 });

/**
 * What is drawn decides, not the label, and a focal point only where the style crops. The order of the members is that of this
 * list, whatever that of the setting is.
 */
function getVersion(style: ImageStyle, focalPoint: FocalPoint): string {
  const { width = null, height = null, fit, format, quality, enlarge } = style;
  const { x, y } = fit === 'cover' ? focalPoint : CENTRE;
  const definition = JSON.stringify([width, height, fit, format, quality, enlarge, x, y]);
  const known = versions.get(definition);
  if (known !== undefined) return known;
  const version = createHash('sha256').update(definition).digest('hex').slice(0, 8);
  versions.set(definition, version);
  return version;
}

/** Cuts names whose new extension is longer, so that they remain valid. */
function replaceExtension(name: string, extension: string): string {
  const base = name.replace(/\.[^.\s]+$/, '');
  return `${Array.from(base)
    .slice(0, FILE_NAME_MAXIMUM - extension.length - 1)
    .join('')}.${extension}`;
}
