/** A link of a file to a picture of it. */
export interface ImageLink {
  readonly href: string;
  readonly meta: { readonly rel: readonly string[]; readonly width: number; readonly height: number };
}

/** The links of a file by the name of their image style, and `self`. */
export type ImageLinks = Readonly<Record<string, ImageLink>>;

/** The part of a document that a front end reads. */
export interface PageDocument {
  readonly data: {
    readonly relationships: Readonly<
      Record<string, { readonly data: { readonly id: string; readonly meta: { readonly alt: string } } }>
    >;
  };
  readonly included: readonly { readonly id: string; readonly links: ImageLinks }[];
}

/** The styles that show the whole image: those of other proportions are for other places of a page. */
const WHOLE = ['thumbnail', 'medium', 'large', 'wide'];

/** Renders the image of a field as the page of a front end does, with all sizes for the browser to choose from. */
export function renderImage({ data, included }: PageDocument, field: string): string {
  const { id = '', meta } = data.relationships[field]?.data ?? {};
  const links = included.find((file) => file.id === id)?.links ?? {};
  const { href = '', meta: size } = links['large'] ?? {};
  const sources = WHOLE.flatMap((name) => links[name] ?? []).map(
    (link) => `${link.href} ${link.meta.width}w`,
  );
  return (
    `<img src="${href}" srcset="${sources.join(', ')}" sizes="100vw" ` +
    `alt="${meta?.alt}" width="${size?.width}" height="${size?.height}">`
  );
}
