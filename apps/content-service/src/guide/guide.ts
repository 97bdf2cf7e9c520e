import { existsSync, readFileSync } from 'node:fs';
import { Template } from '../oauth/pages/template.js';
import { GUIDE_PAGES, GUIDE_ROOT, GUIDE_SECTIONS } from './guide-files.js';
import { type RenderedPage, renderMarkdown } from './render-markdown.js';

interface ListedPage {
  readonly path: string;
  readonly title: string;
}

interface ListedSection {
  readonly title: string;
  readonly pages: readonly ListedPage[];
}

interface ShownPage {
  readonly base: string;
  /** The path below `/docs/guide/`; empty for the list of pages. */
  readonly path: string;
  readonly title: string;
  readonly sections: readonly ListedSection[];
  readonly page: RenderedPage | undefined;
}

const LIST = `<% for (const { title, pages } of it.sections) { %>
        <h2><%= title %></h2>
        <ul>
<% for (const { path, title } of pages) { %>
          <li><a href="<%= it.base %>/docs/guide/<%= path %>"<%~ path === it.path ? ' aria-current="page"' : '' %>><%= title %></a></li>
<% } %>
        </ul>
<% } %>`;

const PAGE = new Template<ShownPage>(`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title><%= it.title %> - Content service</title>
    <link rel="icon" type="image/png" href="<%= it.base %>/docs/favicon-32x32.png">
    <link rel="stylesheet" href="<%= it.base %>/docs/guide/guide.css">
  </head>
  <body class="guide">
    <a class="skip" href="#page">Skip to the page</a>
    <header class="bar">
      <span>Content service</span>
      <nav aria-label="Documentation">
        <a href="<%= it.base %>/docs">API</a>
        <a href="<%= it.base %>/docs/guide"<%~ it.path === '' ? ' aria-current="page"' : '' %>>Guide</a>
      </nav>
    </header>
    <div class="columns">
<% if (it.page === undefined) { %>
      <main id="page" class="list">
        <h1>Guide</h1>
${LIST}
      </main>
<% } else { %>
      <nav class="list" aria-label="Pages">
${LIST}
      </nav>
      <div>
<% if (it.page.headings.length > 1) { %>
        <nav class="contents" aria-label="On this page">
          <h2>On this page</h2>
          <ul>
<% for (const { id, text } of it.page.headings) { %>
            <li><a href="#<%= id %>"><%= text %></a></li>
<% } %>
          </ul>
        </nav>
<% } %>
        <main id="page">
<%~ it.page.html %>
        </main>
      </div>
<% } %>
    </div>
  </body>
</html>
`);

/** The pages of the guide as HTML. Each file is read once; none changes while the service runs. */
export class Guide {
  private readonly rendered = new Map<string, RenderedPage>();
  private listed: readonly ListedSection[] | undefined;

  /** @param base the path of the base URL, without a slash at its end */
  constructor(private readonly base: string) {}

  /**
   * @param path below `/docs/guide/`; empty for the list of pages
   * @returns `undefined` when there is no such page
   */
  render(path: string): string | undefined {
    const page = path === '' ? undefined : this.find(path);
    if (path !== '' && page === undefined) return undefined;
    return PAGE.render({
      base: this.base,
      path,
      title: page?.title ?? 'Guide',
      sections: (this.listed ??= this.list()),
      page,
    });
  }

  private list(): readonly ListedSection[] {
    const paths = new Map([...GUIDE_PAGES].map(([path, file]) => [file, path]));
    return GUIDE_SECTIONS.map(({ title, files }) => ({
      title,
      pages: files.map((file) => {
        const path = paths.get(file) ?? '';
        return { path, title: path === 'readme' ? 'Getting started' : (this.find(path)?.title ?? path) };
      }),
    }));
  }

  private find(path: string): RenderedPage | undefined {
    const file = GUIDE_PAGES.get(path);
    if (file === undefined || !existsSync(GUIDE_ROOT + file)) return undefined;
    const known = this.rendered.get(path);
    if (known !== undefined) return known;
    const markdown = readFileSync(GUIDE_ROOT + file, 'utf8');
    const page = renderMarkdown(markdown, file, `${this.base}/docs/guide/`);
    this.rendered.set(path, page);
    return page;
  }
}
