import { AUTHORIZE_PATH } from './page-paths.js';
import { STYLESHEET } from './stylesheet.js';
import { Template } from './template.js';

/** The content of a page without its layout. */
export interface Page {
  /** HTML. */
  readonly title: string;
  /** HTML. */
  readonly body: string;
  /** Targets of its forms, redirects included, for the directive `form-action`. */
  readonly formTargets: 'nowhere' | 'here' | 'to clients';
}

/** Values that the layout of every page shows. */
export interface PageLayout {
  /** The host of the site. */
  readonly site: string;
  /** The path of the base URL, without a trailing slash. */
  readonly basePath: string;
}

interface DocumentModel extends Page, PageLayout {
  readonly stylesheet: string;
  /** See `formatColorSchemeAttribute`. */
  readonly colorScheme: string;
}

const TEMPLATE = new Template<DocumentModel>(`<!doctype html>
<html lang="<%~ it.text('language') %>"<%~ it.colorScheme %>>
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <title><%~ it.title %> – <%= it.site %></title>
    <link rel="stylesheet" href="<%= it.basePath %>/user/<%= it.stylesheet %>">
  </head>
  <body>
    <main>
      <p class="site"><%= it.site %></p>
      <%~ it.body %>
    </main>
  </body>
</html>
`);

/** @param colorScheme see `formatColorSchemeAttribute` */
export function renderDocument(page: Page, frame: PageLayout, colorScheme: string): string {
  return TEMPLATE.render({ ...page, ...frame, stylesheet: STYLESHEET.name, colorScheme });
}

/** Where a form can lead that redirects to `destination`, a path of this service. */
export function getFormTargets(destination: string): Page['formTargets'] {
  return destination.startsWith(AUTHORIZE_PATH) ? 'to clients' : 'here';
}

const FORM_ACTIONS: Readonly<Record<Page['formTargets'], readonly string[]>> = {
  nowhere: ["form-action 'none'"],
  here: ["form-action 'self'"],
  // Browsers compare every redirect after a form with `form-action`, also redirects of the client's own site. An
  // incomplete list would silently block the form, so such pages have no list.
  'to clients': [],
};

/** The Content-Security-Policy: loads only the stylesheet, runs no scripts, forbids framing. */
export function buildPagePolicy({ formTargets }: Page): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...FORM_ACTIONS[formTargets],
  ].join('; ');
}
