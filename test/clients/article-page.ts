import { createServer, type Server } from 'node:http';
import { DrupalJsonApiParams } from 'drupal-jsonapi-params';
import type { ImageLinks } from '../files/front-end.js';
import type { Drupal } from './next-drupal.js';

/** A file as clients deserialize it: the link to it has the alternative text. */
interface ImageFile {
  readonly links: ImageLinks;
  readonly resourceIdObjMeta: { readonly alt: string };
}

interface Article {
  readonly title: string;
  readonly field_image: { readonly field_media_image: ImageFile } | null;
}

/** The styles that show the whole image. */
const WHOLE = ['thumbnail', 'medium', 'large', 'wide'];

/** The image of an article in every size that the site offers. */
function Image({ links, resourceIdObjMeta: { alt } }: ImageFile): string {
  const sources = WHOLE.flatMap((style) => links[style] ?? []);
  const srcset = sources.map(({ href, meta }) => `${href} ${meta.width}w`).join(', ');
  const { href = '', meta } = links['large'] ?? {};
  return `<img src="${href}" srcset="${srcset}" sizes="50vw" width="${meta?.width}" height="${meta?.height}" alt="${alt}">`;
}

function Page({ title, field_image: medium }: Article): string {
  const image = medium === null ? '' : Image(medium.field_media_image);
  return `<!doctype html><html lang="en"><title>${title}</title><main><h1>${title}</h1>${image}</main></html>`;
}

/** A page that a website renders on its server for each request, as one of Next.js with `getServerSideProps` does. @param type of an entry with `field_image` */
export function createArticlePage(drupal: Drupal, type: string, id: string): Server {
  const params = new DrupalJsonApiParams()
    .addInclude(['field_image.field_media_image'])
    .addFields(type, ['title', 'field_image'])
    .getQueryObject();
  return createServer((_, response) => {
    drupal.getResource(type, id, { params }).then(
      (article) => response.setHeader('Content-Type', 'text/html').end(Page(article as unknown as Article)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
}
