import type { ContentModel } from '../../../management-api/resources.js';

/** The elements and attributes that a format of HTML keeps (`GET /manage/content-model`). */
export type HtmlFormat = ContentModel['htmlFormats'][number];

export function allowsElement({ elements }: HtmlFormat, element: string): boolean {
  return Object.hasOwn(elements, element);
}

export function allowsAttribute(
  { elements, attributes }: HtmlFormat,
  element: string,
  attribute: string,
): boolean {
  const own = Object.hasOwn(elements, element) ? (elements[element] ?? []) : [];
  return [...own, ...attributes].some((allowed) =>
    allowed.endsWith('*') ? attribute.startsWith(allowed.slice(0, -1)) : allowed === attribute,
  );
}
