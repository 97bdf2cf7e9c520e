import fc from 'fast-check';
import type { Page } from 'playwright-core';
import { AdminSite } from './admin-site.js';
import { type AllowedHtml, createAnyHtml, createDocuments } from './html-documents.js';

const COUNT = 500;

let site: AdminSite;
let formats: readonly AllowedHtml[];
beforeAll(async () => {
  site = await AdminSite.start();
  await site.allowWriting();
  await site.manage('POST', '/bundles', {
    ...{ entityType: 'node', bundle: 'text', label: 'Texts' },
    fields: [{ name: 'body', type: 'text_long', label: 'Body' }],
  });
  ({ htmlFormats: formats } = (await site.manage('GET', '/content-model')) as {
    htmlFormats: readonly AllowedHtml[];
  });
});
afterEach(() => site.closePages());
afterAll(() => site.stop());

function getFormat(name: string): AllowedHtml {
  const format = formats.find((candidate) => candidate.name === name);
  if (format === undefined) throw new Error(`There is no format ${name}.`);
  return format;
}

async function openText(format: string): Promise<Page> {
  const attributes = { title: 'A', status: false, body: { value: '<p>Text</p>', format } };
  const { id } = await (await site.client()).create('node--text', { attributes });
  const { page } = await site.openSignedIn(`/entries/node--text/${id}`);
  await page.getByRole('textbox', { name: 'Body' }).waitFor();
  return page;
}

interface RoundTrip {
  readonly isEditable: boolean;
  readonly html: string;
}

/** What the editor would write for texts that it opens. */
function roundTrip(page: Page, texts: readonly string[]): Promise<readonly RoundTrip[]> {
  return page.evaluate<readonly RoundTrip[]>(
    `${JSON.stringify(texts)}.map((html) => document.querySelector('.tiptap').editor.storage.roundTrip(html))`,
  );
}

interface Stock {
  readonly words: string;
  /** Tags with each of their attributes, such as `a href=/about`. */
  readonly tags: readonly string[];
}

/** The words, elements and attributes of HTML texts, without paragraphs, which text outside of blocks gets, and elements around white space. */
function takeStock(page: Page, texts: readonly string[]): Promise<readonly Stock[]> {
  return page.evaluate<readonly Stock[]>(
    `${JSON.stringify(texts)}.map((html) => {
      const { body } = new DOMParser().parseFromString(html, 'text/html');
      const elements = [...body.querySelectorAll('*:not(p)')].filter((element) =>
        (element.attributes.length > 0 && element.textContent === '') || element.textContent.trim() !== '' ||
        ['BR', 'HR', 'IMG'].includes(element.nodeName));
      return {
        words: body.textContent.replaceAll(/[ \\t\\n]/g, ''),
        tags: elements.flatMap((element) =>
          [element.localName, ...[...element.attributes].map(({ name, value }) => element.localName + ' ' + name + '=' + value)]),
      };
    })`,
  );
}

describe.each(['basic_html', 'full_html'])('a text in the format %s', (name) => {
  it('is the same, byte by byte, after it was opened and saved, when the editor has written it', async () => {
    const page = await openText(name);
    const samples = fc.sample(createDocuments(getFormat(name)), COUNT);

    const trips = await roundTrip(page, samples);

    const changed = trips.map(({ html, isEditable }, index) => [isEditable, samples[index], html]);
    const isChanged = ([isEditable, before, after]: (typeof changed)[number]): boolean =>
      isEditable !== true || before !== after;
    expect(changed.filter(isChanged).slice(0, 3)).toEqual([]);
  });

  it('is kept by the service as the editor writes it', async () => {
    const page = await openText(name);
    const samples = fc.sample(createDocuments(getFormat(name)), COUNT);
    const value = samples.join('');

    const created = await (
      await site.client()
    ).create('node--text', {
      attributes: { title: 'All', status: false, body: { value, format: name } },
    });

    const { processed } = created.attributes['body'] as { readonly processed: string };
    const normalize = (html: string): Promise<string> =>
      page.evaluate<string>(
        `new DOMParser().parseFromString(${JSON.stringify(html)}, 'text/html').body.innerHTML`,
      );
    expect(await normalize(processed)).toBe(await normalize(value));
  });

  it('loses nothing that the format allows, or is not opened in the editor', async () => {
    const page = await openText(name);
    const samples = fc.sample(createAnyHtml(getFormat(name)), COUNT * 3);

    const trips = await roundTrip(page, samples);

    const opened = samples.filter((_, index) => trips[index]?.isEditable === true);
    const written = trips.filter(({ isEditable }) => isEditable).map(({ html }) => html);
    expect(opened.filter((html) => html.includes('<')).length).toBeGreaterThan(COUNT / 10);
    const before = await takeStock(page, opened);
    const after = await takeStock(page, written);
    const lost = opened.map((html, index) => ({
      html,
      written: written[index],
      words: before[index]?.words !== after[index]?.words,
      tags: before[index]?.tags.filter((tag) => after[index]?.tags.includes(tag) !== true) ?? [],
    }));
    expect(lost.filter(({ words, tags }) => words || tags.length > 0).slice(0, 3)).toEqual([]);
  });
});

/** Attribute values that look like attributes. */
const VALUES = [
  '<p><a href="/img/style=big/x">a</a></p>',
  '<p><img src="/a.png" alt="Version one = draft"></p>',
];

it('texts keep attribute values that look like attributes', async () => {
  const page = await openText('basic_html');

  const trips = await roundTrip(page, VALUES);

  expect(trips.map(({ html }) => html)).toEqual(VALUES);
});

const CASES: readonly (readonly [format: string, html: string, isEditable: boolean])[] = [
  ['basic_html', '', true],
  ['basic_html', 'plain', true],
  ['basic_html', '<p>1 < 2</p>', true],
  ['basic_html', '<h5>a</h5>\n<ul>\n  <li>b</li>\n</ul>', true],
  ['basic_html', '<h2 id="top">a</h2>', true],
  ['basic_html', '<a href="x" hreflang="de">a</a>', true],
  [
    'basic_html',
    '<p><a href="/a"><img data-entity-uuid="1" data-entity-type="file" alt="b" src=/c.png /></a></p>',
    true,
  ],
  ['basic_html', '<p><s>a</s></p>', false],
  ['basic_html', '<p><b>a</b></p>', false],
  ['basic_html', '<p class="lead">a</p>', false],
  ['basic_html', '<table><tr><td>1</td></tr></table>', false],
  ['basic_html', '<p><img src="data:image/png;base64,AAAA" alt="b"></p>', false],
  ['basic_html', '<p><img src="a.png" alt="" title="b"></p>', false],
  ['basic_html', '<p><a href="/img/style=big/x">a</a></p>', true],
  ['basic_html', '<p><img src="/a.png" alt="Version one = draft"></p>', true],
  ['full_html', '<p title="font style=bold onload=x">a</p>', true],
  ['full_html', '<P CLASS=x>a</P>', true],
  ['full_html', '<p><b>a</b> <i>b</i> <del>c</del></p>', true],
  ['full_html', '<p><a href="/a" target="_blank" rel="noopener"><code>b</code></a></p>', true],
  ['full_html', '<table><tr><td>1</td></tr></table>', true],
  ['full_html', '<table><caption>a</caption><tr><td>1</td></tr></table>', false],
  ['full_html', '<table><thead><tr><td>1</td></tr></thead></table>', false],
  ['full_html', '<p style="color: red">a</p>', false],
  ['full_html', '<p>a</p><!-- b -->', false],
  ['full_html', '<p>a<a id="b"></a></p>', false],
  ['full_html', '<p><a href="javascript:alert(1)">a</a></p>', false],
  ['full_html', '<video src="/a.mp4" controls></video>', false],
  ['full_html', '<p title="a>b</p>', false],
];

it.each(['basic_html', 'full_html'])('the editor opens only texts in %s that it preserves', async (name) => {
  const page = await openText(name);
  const cases = CASES.filter(([format]) => format === name).map(([, html, expected]) => ({ html, expected }));

  const trips = await roundTrip(
    page,
    cases.map(({ html }) => html),
  );

  expect(cases.map(({ html }, index) => ({ html, expected: trips[index]?.isEditable }))).toEqual(cases);
});
