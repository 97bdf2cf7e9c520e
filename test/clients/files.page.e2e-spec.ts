import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ContentModelService, defineField } from '@content-service/bundles';
import { DrupalJsonApiParams } from 'drupal-jsonapi-params';
import sharp from 'sharp';
import { BrowserContexts } from '../pages/browser-contexts.js';
import { SECRET, startApp, type TestApp } from '../support/app.js';
import { freePort } from '../support/free-port.js';
import { createArticlePage } from './article-page.js';
import { type Drupal, loadNextDrupal } from './next-drupal.js';

const { NextDrupal } = await loadNextDrupal();

describe('images of a website with next-drupal', () => {
  let app: TestApp;
  let url: string;
  let drupal: Drupal;
  let browser: BrowserContexts;
  let folder: string;
  let website: Server | undefined;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'content-service-website-'));
    const port = String(await freePort());
    url = `http://127.0.0.1:${port}`;
    app = await startApp({ PORT: port, BASE_URL: url, FILE_STORE: 'memory:' });
    const models = app.nest.get(ContentModelService);
    const bundles = [
      { entityType: 'media', bundle: 'image', field: defineField('field_media_image', 'image') },
      {
        ...{ entityType: 'node', bundle: 'story' },
        field: defineField('field_image', 'entity_reference', {
          settings: { targetTypes: ['media--image'] },
        }),
      },
    ];
    for (const { field, ...bundle } of bundles)
      await models.put({ ...bundle, label: bundle.bundle, fields: [field] });
    const auth = { clientId: 'administrator', clientSecret: SECRET };
    drupal = new NextDrupal(url, { apiPrefix: '/api', auth, withAuth: true });
    browser = new BrowserContexts(url);
  });
  afterAll(async () => {
    await browser.close();
    website?.closeAllConnections();
    website?.close();
    await app.stop();
    await rm(folder, { recursive: true });
  });

  let story: { readonly id: string };
  it('are uploaded by createFileResource, and become media by createResource', async () => {
    const photograph = sharp({ create: { width: 1600, height: 900, channels: 3, background: '#369' } });
    const file = await drupal.createFileResource('file--file', {
      data: {
        attributes: {
          ...{ type: 'media--image', field: 'field_media_image', filename: 'tram.jpg' },
          file: await photograph.jpeg().toBuffer(),
        },
      },
    });
    const medium = await drupal.createResource('media--image', {
      data: {
        attributes: { name: 'Tram 7' },
        relationships: {
          field_media_image: { data: { type: 'file--file', id: file.id, meta: { alt: 'A green tram' } } },
        },
      },
    });
    story = await drupal.createResource('node--story', {
      data: {
        attributes: { title: 'The last tram' },
        relationships: { field_image: { data: { type: 'media--image', id: medium.id } } },
      },
    });

    expect(file).toMatchObject({ filename: 'tram.jpg' });
    expect(medium).toMatchObject({ name: 'Tram 7' });
  });

  it('come with their entry by drupal-jsonapi-params', async () => {
    const params = new DrupalJsonApiParams()
      .addInclude(['field_image.field_media_image'])
      .addFields('file--file', ['uri', 'filename'])
      .addFilter('field_image.field_media_image.filename', 'tram.jpg')
      .getQueryObject();

    expect(await drupal.getResourceCollection('node--story', { params })).toMatchObject([
      {
        title: 'The last tram',
        field_image: {
          name: 'Tram 7',
          field_media_image: {
            uri: { url: expect.stringMatching(/^\/files\/[\w-]+\/tram\.jpg$/) },
            resourceIdObjMeta: { alt: 'A green tram', width: 1600, height: 900 },
            links: { large: { href: expect.stringContaining(`${url}/files/`), meta: { width: 1200 } } },
          },
        },
      },
    ]);
  });

  it.each([
    [390, 'thumbnail', 220],
    [1280, 'large', 1200],
  ])('are shown by a page at %i px as %s', async (width, style, pixels) => {
    website ??= createArticlePage(drupal, 'node--story', story.id).listen(0, '127.0.0.1');
    if (!website.listening) await once(website, 'listening');
    const page = await browser.open({ viewport: { width, height: 800 } });
    await page.goto(`http://127.0.0.1:${(website.address() as AddressInfo).port}`, { waitUntil: 'load' });

    await page.getByRole('img', { name: 'A green tram' }).waitFor();
    const source = await page.evaluate<string>(
      'document.images[0].complete && document.images[0].currentSrc',
    );
    expect(source).toContain(`/${style}/`);
    const answer = await fetch(source);
    expect(answer.headers.get('content-type')).toBe('image/webp');
    // The service has restricted sharp to files.
    const path = join(folder, style);
    await writeFile(path, new Uint8Array(await answer.arrayBuffer()));
    expect((await sharp(path).metadata()).width).toBe(pixels);
  });
});
