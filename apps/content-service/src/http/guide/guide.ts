import { existsSync, readFileSync } from 'node:fs';
import { ENGLISH, formatText } from '../../platform/texts/format-text.js';
import { Template } from '../oauth/pages/template.js';
import { ROOT } from '../../platform/files/package-files.js';
import { GUIDE_PAGES, GUIDE_SECTIONS } from './guide-files.js';
import { GuideSearch, type SearchResult } from './guide-search.js';
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
  readonly site: string;
  /** See `formatColorSchemeAttribute`. */
  readonly colorScheme: string;
  /** The path below `/docs/guide/`; empty for the list of pages. */
  readonly path: string;
  readonly title: string;
  readonly sections: readonly ListedSection[];
  readonly page: RenderedPage | undefined;
  /** What is searched; empty on other pages. */
  readonly query: string;
  readonly result: SearchResult | undefined;
  /** The index in the HTML of the page where its title ends. */
  readonly contentStart: number;
}

const LIST = `<% for (const { title, pages } of it.sections) { %>
        <section>
        <h2><%= title %></h2>
        <ul>
<% for (const { path, title } of pages) { %>
          <li><a href="<%= it.base %>/docs/guide/<%= path %>"<%~ path === it.path ? ' aria-current="page"' : '' %>><%= title %></a></li>
<% } %>
        </ul>
        </section>
<% } %>`;

/** The longest query, in characters. */
export const QUERY_LENGTH_MAXIMUM = 100;

const PIECES = `<% for (const { text, isMatch } of pieces) { %><% if (isMatch) { %><mark><%= text %></mark><% } else { %><%= text %><% } %><% } %>`;

const RESULT = `        <h1><%~ it.text('guide.results', { query: it.query }) %></h1>
<% if (it.result.total === 0) { %>
        <p><%~ it.text('guide.nothingFound') %></p>
<% } else { %>
        <p><%~ it.text(it.result.total === 1 ? 'guide.foundOne' : 'guide.found', { count: String(it.result.total) }) %></p>
        <ol class="results">
<% for (const { path, pageTitle, anchor, heading, excerpt } of it.result.hits) { %>
          <li>
<% { const pieces = heading; %>
            <a href="<%= it.base %>/docs/guide/<%= path %>#<%= anchor %>">${PIECES}</a>
<% } %>
            <span><%= pageTitle %></span>
<% { const pieces = excerpt; %>
            <p>${PIECES}</p>
<% } %>
          </li>
<% } %>
        </ol>
<% } %>`;

const PAGE = new Template<ShownPage>(`<!doctype html>
<html lang="<%~ it.text('language') %>"<%~ it.colorScheme %>>
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title><%= it.title %> - <%~ it.text('docs.name') %></title>
    <link rel="icon" type="image/png" href="<%= it.base %>/docs/favicon-32x32.png">
    <link rel="stylesheet" href="<%= it.base %>/docs/guide/guide.css">
  </head>
  <body class="guide">
    <a class="skip" href="#page"><%~ it.text('guide.skip') %></a>
    <header class="bar">
      <span class="site"><%= it.site %></span>
      <nav aria-label="<%~ it.text('docs.navigation') %>">
        <a href="<%= it.base %>/docs"><%~ it.text('docs.api') %></a>
        <a href="<%= it.base %>/docs/guide"<%~ it.path === '' && it.result === undefined ? ' aria-current="page"' : '' %>><%~ it.text('docs.guide') %></a>
        <a href="<%= it.base %>/admin"><%~ it.text('docs.administration') %></a>
      </nav>
      <form role="search" action="<%= it.base %>/docs/guide">
        <input type="search" name="q" value="<%= it.query %>" maxlength="${QUERY_LENGTH_MAXIMUM}"
          aria-label="<%~ it.text('guide.search') %>" placeholder="<%~ it.text('guide.search') %>">
        <button><%~ it.text('guide.startSearch') %></button>
      </form>
    </header>
    <div class="columns">
<% if (it.result !== undefined) { %>
      <main id="page" class="list">
${RESULT}
      </main>
<% } else if (it.page === undefined) { %>
      <main id="page" class="list">
        <h1><%~ it.text('guide.title') %></h1>
        <div class="sections">
${LIST}
        </div>
      </main>
<% } else { %>
      <nav class="list" aria-label="<%~ it.text('guide.pages') %>">
        <details>
          <summary><%~ it.text('guide.pages') %></summary>
${LIST}
        </details>
      </nav>
      <main id="page">
<%~ it.page.html.slice(0, it.contentStart) %>
<% if (it.page.headings.length > 1) { %>
        <nav class="contents" aria-label="<%~ it.text('guide.contents') %>">
          <h2><%~ it.text('guide.contents') %></h2>
          <ul>
<% for (const { id, text } of it.page.headings) { %>
            <li><a href="#<%= id %>"><%= text %></a></li>
<% } %>
          </ul>
        </nav>
<% } %>
<%~ it.page.html.slice(it.contentStart) %>
      </main>
<% } %>
    </div>
  </body>
</html>
`);

const EMPTY = { path: '', page: undefined, contentStart: 0, query: '', result: undefined };

/** The pages of the guide as HTML. Each file is read once; none changes while the service runs. */
export class Guide {
  private readonly rendered = new Map<string, RenderedPage>();
  private listed: readonly ListedSection[] | undefined;
  private search: GuideSearch | undefined;

  private readonly site: string;
  /** The path of the base URL, without a slash at its end. */
  private readonly base: string;

  constructor(baseUrl: string) {
    const { host, pathname } = new URL(baseUrl);
    this.site = host;
    this.base = pathname === '/' ? '' : pathname;
  }

  /**
   * @param path below `/docs/guide/`; empty for the list of pages
   * @param colorScheme see `formatColorSchemeAttribute`
   * @returns `undefined` when there is no such page
   */
  render(path: string, colorScheme: string): string | undefined {
    const page = path === '' ? undefined : this.find(path);
    if (path !== '' && page === undefined) return undefined;
    const title = page?.title ?? formatText('guide.title');
    return this.show(
      { ...EMPTY, path, title, page, contentStart: findTitleEnd(page?.html ?? '') },
      colorScheme,
    );
  }

  /**
   * The page with the sections that have all words of a query.
   *
   * @param query at most `QUERY_LENGTH_MAXIMUM` characters
   */
  renderResults(query: string, colorScheme: string): string {
    this.search ??= new GuideSearch(
      [...GUIDE_PAGES.keys()].flatMap((path) => {
        const page = this.find(path);
        return page === undefined ? [] : [{ path, title: page.title, html: page.html }];
      }),
    );
    const result = this.search.find(query);
    return this.show(
      { ...EMPTY, title: ENGLISH.formatPlain('guide.results', { query }), query, result },
      colorScheme,
    );
  }

  private show(
    shown: Omit<ShownPage, 'base' | 'site' | 'colorScheme' | 'sections'>,
    colorScheme: string,
  ): string {
    const { base, site } = this;
    return PAGE.render(ENGLISH, {
      ...shown,
      base,
      site,
      colorScheme,
      sections: (this.listed ??= this.list()),
    });
  }

  private list(): readonly ListedSection[] {
    const paths = new Map([...GUIDE_PAGES].map(([path, file]) => [file, path]));
    return GUIDE_SECTIONS.map(({ name, files }) => ({
      title: formatText(name),
      pages: files.map((file) => {
        const path = paths.get(file) ?? '';
        return {
          path,
          title: path === 'readme' ? formatText('guide.gettingStarted') : (this.find(path)?.title ?? path),
        };
      }),
    }));
  }

  private find(path: string): RenderedPage | undefined {
    const file = GUIDE_PAGES.get(path);
    if (file === undefined || !existsSync(ROOT + file)) return undefined;
    const known = this.rendered.get(path);
    if (known !== undefined) return known;
    const markdown = readFileSync(ROOT + file, 'utf8');
    const page = renderMarkdown(markdown, file, `${this.base}/docs/guide/`);
    this.rendered.set(path, page);
    return page;
  }
}

function findTitleEnd(html: string): number {
  const end = '</h1>';
  const index = html.indexOf(end);
  return index === -1 ? 0 : index + end.length;
}
