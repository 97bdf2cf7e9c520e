/** The attributes of a picture that the editor preserves: those that it writes, and those of texts from Drupal. */
export const PICTURE_ATTRIBUTES = [
  ...['src', 'alt', 'width', 'height', 'data-entity-uuid'],
  ...['data-entity-type', 'data-align', 'data-caption'],
] as const;

const IMAGE = /<img\b(?:"[^"]*"|'[^']*'|[^"'>])*>/gi;
const ALTERNATIVE_TEXT = /\salt(?=[\s=/>])/i;

/** Tells whether HTML has a picture without the attribute `alt`, which is empty for a decorative one. */
export function hasUndescribedPicture(html: string): boolean {
  return [...html.matchAll(IMAGE)].some(([tag]) => !ALTERNATIVE_TEXT.test(withoutValues(tag)));
}

/** A tag with empty values of attributes, which could have the name of one. */
function withoutValues(tag: string): string {
  return tag.replaceAll(/"[^"]*"|'[^']*'/g, '""');
}
