import type { Entry } from '@content-service/entries';
import { describePicture, findOriginalImage } from '@content-service/files';
import type { ImageStyle } from '@content-service/site-settings';
import type { ApiRoot } from './document.js';

/** The relation type of links to pictures, as clients of the reference implementation know it. */
const RELATION = 'drupal://jsonapi/extensions/consumer_image_styles/links/relation-types/#derivative';

/**
 * Serializes the links of an image to its pictures, one for each style, such as
 * `,"large":{"href":"…","meta":{"rel":["…"],"width":1200,"height":675}}`.
 *
 * @returns an empty text for a file that is no image
 */
export function serializeDerivativeLinks(
  { id, attributes }: Entry,
  styles: readonly ImageStyle[],
  { baseUrl }: ApiRoot,
): string {
  const image = findOriginalImage(id, attributes);
  if (image === undefined) return '';
  return styles
    .map((style) => {
      const { path, size } = describePicture(image, style);
      const link = { href: baseUrl + path, meta: { rel: [RELATION], ...size } };
      return `,"${style.name}":${JSON.stringify(link)}`;
    })
    .join('');
}
