import { buildUrl } from '../../http/build-url.js';
import type { Json, Resource } from '../../jsonapi/document.js';
import { getPreview } from '../../uploads/previews.js';
import { isObject } from '../values.js';

/** Addresses whose path ends as those of files that browsers show as pictures. */
const PICTURES = /^[^?#]+\.(avif|gif|jpe?g|png|svg|webp)([?#]|$)/i;

/** The sizes of a picture: of the image style with this name, if the site has it. */
type PictureSize = 'thumbnail' | 'medium' | 'large';

/**
 * The URL of a file as a picture: that of an image style, or of the file itself. A file that is not published needs a token, which
 * browsers do not send for pictures: only one that was uploaded in this tab has a picture.
 */
export function findFilePicture(file: Resource, size: PictureSize = 'thumbnail'): string | undefined {
  const { id, attributes, links } = file;
  if (attributes['status'] === false) return getPreview(id);
  const mediaType = attributes['filemime'];
  const isPicture = typeof mediaType === 'string' && mediaType.startsWith('image/');
  const url = getFileUrl(file);
  if (!isPicture) return toPictureUrl(url);
  return links?.[size]?.href ?? (url !== undefined && isAllowed(url) ? url : undefined);
}

/** The absolute URL of the bytes of a file. */
export function getFileUrl({ attributes: { uri = null } }: Resource): string | undefined {
  const url = isObject(uri) ? uri['url'] : uri;
  if (typeof url !== 'string' || url === '') return undefined;
  // The path has that of the base URL in front.
  return url.startsWith('/') ? new URL(url, document.baseURI).href : url;
}

/** The URL of an address that the Content Security Policy of the administration allows as a picture. */
export function toPictureUrl(address: Json | undefined): string | undefined {
  if (typeof address !== 'string' || !PICTURES.test(address)) return undefined;
  if (address.startsWith('internal:/')) return buildUrl(address.slice('internal:'.length));
  return isAllowed(address) ? address : undefined;
}

function isAllowed(url: string): boolean {
  return url.startsWith('https://') || url.startsWith(buildUrl('/'));
}
