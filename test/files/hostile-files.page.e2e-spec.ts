import { FileInspector, FileUploads, getMediaType } from '@content-service/files';
import type { BrowserContext, Page } from 'playwright-core';
import { BrowserContexts } from '../pages/browser-contexts.js';
import { eventually } from '../support/eventually.js';
import { FileSite, identify, REPORTS } from './file-site.js';
import { DRAWING, EVIL_ORIGIN, FILES, HOSTILE_FILES, IMAGE, REFUSED, SCRIPT } from './hostile-files.js';

let site: FileSite;
let url: string;
let contexts: BrowserContexts;
beforeAll(async () => {
  site = await FileSite.start();
  url = await site.url();
  contexts = new BrowserContexts(url);
});
afterEach(() => contexts.release());
afterAll(async () => {
  await contexts.close();
  await site.stop();
});

const TITLE = 'A page of the site';

/** A page of the origin of the service that has a file in every way in which a page can have one. */
const toPage = (address: string): string => `<!DOCTYPE html>
  <html><head><title>${TITLE}</title><link rel="stylesheet" href="${address}"><script src="${address}"></script>
  <script type="module" src="${address}"></script></head>
  <body><img src="${address}"><iframe src="${address}"></iframe><object data="${address}"></object>
  <embed src="${address}"><svg><use href="${address}#a"/><image href="${address}"/></svg>
  <div style="background: url('${address}')">Text</div>
  <script>sessionStorage.setItem('secret', 'kept'); document.cookie = 'secret=kept';</script></body></html>`;

/** What a script has done, or a file has had done, in a page. */
class Traces {
  private readonly found: string[] = [];

  private constructor(readonly page: Page) {
    page.on('dialog', (dialog) => {
      this.found.push(`dialog ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('popup', (popup) => this.found.push(`window ${popup.url()}`));
  }

  static async watch(): Promise<Traces> {
    const traces = new Traces(await contexts.open());
    await traces.context.route(`${EVIL_ORIGIN}/**`, async (route) => {
      traces.found.push(`request ${route.request().url()}`);
      await route.fulfill({ body: '' });
    });
    return traces;
  }

  private get context(): BrowserContext {
    return this.page.context();
  }

  /** Opens the address of a file as a link does. @returns whether it was a download, of which the page shows nothing */
  async open(address: string): Promise<boolean> {
    try {
      await this.page.goto(address, { waitUntil: 'load' });
      return false;
    } catch (error) {
      if (!String(error).includes('Download is starting')) throw error;
      return true;
    }
  }

  async embed(address: string): Promise<void> {
    await this.context.route(`${url}/embedding`, (route) =>
      route.fulfill({ contentType: 'text/html', body: toPage(address) }),
    );
    await this.page.goto(`${url}/embedding`, { waitUntil: 'load' });
  }

  /** Serves files with these headers, and none of those that they have. */
  async serveBy(headers: Readonly<Record<string, string>>): Promise<void> {
    await this.context.route(`${url}/files/**`, async (route) => {
      const body = await (await fetch(route.request().url())).arrayBuffer();
      await route.fulfill({ headers: { ...headers }, body: Buffer.from(body) });
    });
  }

  /** What was found, and the titles of the documents that a script has changed. */
  async list(): Promise<readonly string[]> {
    const titles = await Promise.all(this.page.frames().map((frame) => frame.title()));
    return [...this.found, ...titles.filter((title) => title === 'executed')];
  }

  /** What a script of the page would have read. */
  readSecrets(): Promise<unknown> {
    return this.page.evaluate('[document.title, sessionStorage.getItem("secret"), document.cookie]');
  }
}

/** @returns the address at which a file is served that everybody may see, or what the upload was answered */
async function publish(field: string, name: string, bytes: Buffer): Promise<string> {
  const { status, body } = await site.upload(`${REPORTS}/${field}`, name, bytes);
  if (status !== 201) return `${status} ${body.errors?.[0]?.code}`;
  const { id, attributes } = body.data;
  await site.report({ [field]: field === FILES ? [identify(id)] : identify(id) });
  return url + (attributes as { uri: { url: string } }).uri.url;
}

async function expectNoEffect(address: string): Promise<void> {
  const opened = await Traces.watch();
  const isDrawing = address.endsWith('.svg');
  expect(await opened.open(address)).toBe(isDrawing);
  expect(opened.page.url()).toBe(isDrawing ? 'about:blank' : address);
  expect(await opened.list()).toEqual([]);

  const embedded = await Traces.watch();
  await embedded.embed(address);
  expect(await embedded.list()).toEqual([]);
  expect(await embedded.readSecrets()).toEqual([TITLE, 'kept', 'secret=kept']);
}

describe('a hostile file in a browser', () => {
  it.each(HOSTILE_FILES)('such as %s does nothing', async (_, field, name, createBytes, outcome) => {
    const address = await publish(field, name, await createBytes());
    if (outcome === REFUSED) expect(address).toBe('422 file_refused');
    else await expectNoEffect(address);
  });
});

/** Takes each file for what its name says, as an inspection that is deceived. */
class DeceivedInspector extends FileInspector {
  override inspect(_: string, extension: string): ReturnType<FileInspector['inspect']> {
    return Promise.resolve({ mediaType: getMediaType(extension) });
  }
}

describe('a hostile file that was not recognized', () => {
  const ACTS = ['open', 'embed'] as const;
  type Script = readonly [title: string, field: string, name: string, type: string, content: string];
  const SCRIPTS: readonly Script[] = [
    ['HTML', FILES, 'a.txt', 'text/html', `<script>${SCRIPT}</script>`],
    [
      ...(['an SVG', DRAWING, 'a.svg', 'image/svg+xml'] as const),
      `<svg xmlns="http://www.w3.org/2000/svg"><script>${SCRIPT}</script></svg>`,
    ],
  ];
  const publishScript = async (
    ...[, field, name, type, content]: Script
  ): Promise<readonly [string, string]> => [await publish(field, name, Buffer.from(content)), type];
  const NAMES: Readonly<Record<string, string>> = { [IMAGE]: 'a.png', [DRAWING]: 'a.svg', [FILES]: 'a.txt' };

  beforeAll(() => {
    Object.assign(site.app.nest.get(FileUploads), { inspector: new DeceivedInspector() });
  });

  it.each(HOSTILE_FILES.filter(([, , , , outcome]) => outcome === REFUSED))(
    'such as %s does nothing in a browser',
    async (_, field, name, createBytes) => {
      const bytes = await createBytes();
      await expectNoEffect(await publish(field, NAMES[field] ?? name, bytes));
      // Where a site accepts SVG, any file can say that it is one.
      if (bytes.length < 100_000) await expectNoEffect(await publish(DRAWING, 'a.svg', bytes));
    },
  );

  it.each(SCRIPTS)('such as %s does nothing by the policy of its address alone', async (...script) => {
    const [address, type] = await publishScript(...script);
    const { headers } = await fetch(address, { method: 'HEAD' });
    for (const act of ACTS) {
      const traces = await Traces.watch();
      const policy = headers.get('Content-Security-Policy') ?? '';
      await traces.serveBy({ 'Content-Type': type, 'Content-Security-Policy': policy });
      await traces[act](address);
      expect(await traces.list()).toEqual([]);
    }
  });

  it.each(SCRIPTS)('such as %s is executed without the headers of its address', async (...script) => {
    const [address, type] = await publishScript(...script);
    for (const act of ACTS) {
      const traces = await Traces.watch();
      await traces.serveBy({ 'Content-Type': type });
      await traces[act](address);
      await eventually(async () => (await traces.list()).length >= 3);
      expect(await traces.list()).toEqual(
        expect.arrayContaining(['dialog 1', expect.stringContaining(`request ${EVIL_ORIGIN}`), 'executed']),
      );
    }
  });
});
