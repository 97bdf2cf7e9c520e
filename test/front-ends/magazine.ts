import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import {
  ApiClient,
  type CollectionDocument,
  type EntryDocument,
  type Resource,
} from '../support/api-client.js';
import { FIRST_CLIENT } from '../support/content-service.js';
import { type ServedApp, serveApp } from '../support/served-app.js';

/** The path of an article whose picture is uploaded. */
export const STORY = '/stories/night-tram-returns';
/** The path of an article that is not published. */
export const DRAFT = '/stories/harbour-hotel';
/** The former and the present path of a page. */
export const MOVED = { from: '/about', to: '/o-časopise' };
/** The path of an entry whose type has no fields of its own. */
export const NOTICE = '/notices/low-tide';
/** The alternative text of the picture. */
export const ALT = 'A tram & a "corner"';

/** A link of the menu, with how many links are above it. */
export interface MenuLine {
  readonly depth: number;
  readonly title: string;
  readonly url: string;
}

/** A service with the demo content, a picture, a moved page and a menu of two levels. */
export class Magazine {
  private constructor(
    private readonly app: ServedApp,
    private readonly api: ApiClient,
    /** The API client of the website, which may see drafts. */
    readonly client: { readonly id: string; readonly secret: string },
  ) {}

  static async start(): Promise<Magazine> {
    const { client_id: INITIAL_CLIENT_ID, client_secret: INITIAL_CLIENT_SECRET } = FIRST_CLIENT;
    const app = await serveApp({ INITIAL_CLIENT_ID, INITIAL_CLIENT_SECRET, FILE_STORE: 'memory:' }, true);
    const api = await ApiClient.withCredentials(app.url, FIRST_CLIENT);
    const label = 'Website';
    const client = await manage(api, 'POST', '/api-clients', {
      label,
      allowedScopes: ['member', 'content:administer'],
    });
    const magazine = new Magazine(app, api, client as { id: string; secret: string });
    await magazine.addPicture();
    await magazine.movePage();
    await manage(api, 'POST', '/bundles', {
      entityType: 'node',
      bundle: 'notice',
      label: 'Notices',
      fields: [],
    });
    await api.create('node--notice', { attributes: { title: 'Low tide', path: { alias: NOTICE } } });
    await magazine.addMenu();
    return magazine;
  }

  get url(): string {
    return this.app.url;
  }

  stop(): Promise<unknown> {
    return this.app.stop();
  }

  /** Lets everybody read published content, and browsers of an origin. */
  async openFor(origin: string): Promise<void> {
    await manage(this.api, 'PATCH', '/settings/jsonapi', { publicAccess: true });
    await manage(this.api, 'PATCH', '/settings/cors', { allowedOrigins: [origin] });
  }

  /** The titles of all published articles, the newest first. */
  async titles(): Promise<readonly string[]> {
    const { data } = await this.api.collection(
      '/api/node/article?filter[status]=1&sort=-created&page[limit]=50',
    );
    return data.map(({ attributes }) => String(attributes['title']));
  }

  /** The links of the main menu that everybody sees and that lead somewhere, as the service tells them. */
  async menu(): Promise<readonly MenuLine[]> {
    const { id, secret } = this.client;
    const credentials = { client_id: id, client_secret: secret, scope: 'member' };
    const reader = await ApiClient.withCredentials(this.url, credentials);
    const { data }: CollectionDocument = await reader.collection('/api/menu_items/main');
    const depths = new Map<string, number>([['', -1]]);
    const lines = data.map(({ id, attributes }) => {
      const depth = (depths.get(String(attributes['parent'])) ?? -1) + 1;
      depths.set(id, depth);
      return { depth, title: String(attributes['title']), url: String(attributes['url']) };
    });
    return lines.filter(({ url }) => url !== '');
  }

  private async find(path: string): Promise<Resource> {
    const answer = await this.api.send('GET', `/router/translate-path?path=${path}`);
    const { jsonapi } = (await answer.json()) as { jsonapi: { individual: string } };
    return ((await (await this.api.send('GET', jsonapi.individual)).json()) as EntryDocument).data;
  }

  /** Uploads the picture of the story to the field `field_media_image` of its medium. */
  private async addPicture(): Promise<void> {
    const fields = '/bundles/media/image/fields';
    const { items } = (await manage(this.api, 'GET', fields)) as { items: readonly { name: string }[] };
    if (items.every(({ name }) => name !== 'field_media_image'))
      await manage(this.api, 'POST', fields, { name: 'field_media_image', type: 'image', label: 'Image' });
    const story = await this.find(STORY);
    const medium = [story.relationships?.['field_image']?.data ?? []].flat()[0]!;
    const answer = await fetch(`${this.url}/api/media/image/${medium.id}/field_media_image`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${this.api.token}`,
        'Content-Type': 'application/octet-stream',
        'Content-Disposition': 'file; filename="tram.jpg"',
      },
      body: await createPhoto(),
    });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    const { data } = (await answer.json()) as EntryDocument;
    const identifier = { type: 'file--file', id: data.id, meta: { alt: ALT } };
    await this.api.update(medium, { relationships: { field_media_image: { data: identifier } } });
  }

  private async movePage(): Promise<void> {
    await this.api.update(await this.find(MOVED.from), {
      attributes: { path: { alias: MOVED.to, langcode: 'en' } },
    });
  }

  /** Adds links whose order is not the one in which they are created. */
  private async addMenu(): Promise<void> {
    const add = (title: string, uri: string, weight: number, parent = ''): Promise<Resource> =>
      this.api.create('menu_link_content--menu_link_content', {
        attributes: { title, link: { uri }, weight, parent, menu_name: 'main' },
      });
    await add('Elsewhere', 'https://example.com/', 90);
    const { id } = await add('Magazine & more', `internal:${MOVED.to}`, -90);
    await add('Write to us', 'internal:/contact', 2, `menu_link_content:${id}`);
    await add('Become a member', 'internal:/subscribe', 1, `menu_link_content:${id}`);
  }
}

/** Loads a picture without credentials. @returns its format, and its width as in `srcset` */
export async function loadPicture(href: string): Promise<readonly [string, string]> {
  const response = await fetch(href);
  if (!response.ok) throw new Error(`${href}: ${response.status} ${await response.text()}`);
  // The service, which runs in this process, has restricted sharp to files.
  const folder = await mkdtemp(join(tmpdir(), 'picture-'));
  const path = join(folder, 'picture');
  await writeFile(path, new Uint8Array(await response.arrayBuffer()));
  const { format, width } = await sharp(path).metadata();
  await rm(folder, { recursive: true });
  return [format, `${width}w`];
}

async function manage(api: ApiClient, method: string, path: string, body?: unknown): Promise<unknown> {
  const answer = await api.send(method, `/manage${path}`, {
    ...(body === undefined ? {} : { document: body }),
    headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

function createPhoto(): Promise<Uint8Array<ArrayBuffer>> {
  const image = sharp({ create: { width: 1600, height: 900, channels: 3, background: '#396' } });
  return image
    .jpeg()
    .toBuffer()
    .then((bytes) => Uint8Array.from(bytes));
}
