/** Characters of a name. */
export const SITE_NAME_LENGTH_MAXIMUM = 60;

/** A name without control characters and without spaces at its ends; empty for none. */
export const SITE_NAME = /^(?![\s])[^\p{Cc}]*(?<!\s)$/u;

/** A colour such as `#c2410c`; empty for none. */
export const SITE_COLOR = /^(#[0-9A-Fa-f]{6})?$/;

/** Characters of a picture as `data:` URL: about 30 KB. */
export const SITE_PICTURE_LENGTH_MAXIMUM = 40_000;

/** A picture as `data:` URL (RFC 2397); empty for none. */
export const SITE_PICTURE = /^(data:(image\/(?:png|jpeg|webp|svg\+xml));base64,([A-Za-z0-9+/]+={0,2}))?$/;

/** The types of pictures, each by the beginning of its bytes in base64; an SVG is text. */
const PICTURES: readonly { readonly type: string; readonly begins: string }[] = [
  { type: 'image/png', begins: 'iVBORw0KGgo' },
  { type: 'image/jpeg', begins: '/9j/' },
  { type: 'image/webp', begins: 'UklGR' },
  { type: 'image/svg+xml', begins: '' },
];

/** A picture of the site: its media type and its bytes. */
export interface SitePicture {
  readonly type: string;
  readonly bytes: Buffer;
}

/**
 * The picture of a setting such as `data:image/png;base64,iVBORw0KGgo…` (RFC 2397).
 *
 * @returns `undefined` for the empty text, and for what is no picture of these types
 */
export function parseSitePicture(url: string): SitePicture | undefined {
  const [, , type, base64 = ''] = SITE_PICTURE.exec(url) ?? [];
  const isPicture = PICTURES.some((picture) => picture.type === type && base64.startsWith(picture.begins));
  if (type === undefined || !isPicture) return undefined;
  return { type, bytes: Buffer.from(base64, 'base64') };
}

/** Whether a value is a picture of the site, or the empty text for none. */
export function isSitePicture(value: unknown): boolean {
  if (typeof value !== 'string' || value.length > SITE_PICTURE_LENGTH_MAXIMUM) return false;
  return value === '' || parseSitePicture(value) !== undefined;
}
