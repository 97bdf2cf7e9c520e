/** A picture of a file in one of the image styles of the site. */
interface ImageLink {
  readonly href: string;
  readonly meta: { readonly width: number; readonly height: number };
}

export interface ImageFile {
  readonly links: Readonly<Record<string, ImageLink>>;
  readonly resourceIdObjMeta?: { readonly alt?: string };
}

const STYLES = ['thumbnail', 'medium', 'large', 'wide'];

export function Picture({ file: { links, resourceIdObjMeta } }: { readonly file: ImageFile }) {
  const sizes = STYLES.flatMap((style) => links[style] ?? []);
  const largest = sizes.at(-1);
  if (largest === undefined) return null;
  return (
    <img
      src={largest.href}
      srcSet={sizes.map(({ href, meta }) => `${href} ${meta.width}w`).join(', ')}
      sizes="100vw"
      width={largest.meta.width}
      height={largest.meta.height}
      alt={resourceIdObjMeta?.alt ?? ''}
    />
  );
}
