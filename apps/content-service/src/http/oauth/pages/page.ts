import { createHash } from 'node:crypto';
import { BUTTON_SHADES, DARK_LINK_SHADE } from '../../browser/site-colors.js';
import type { PageTexts } from '../../../platform/texts/format-text.js';
import { AUTHORIZE_PATH } from './page-paths.js';
import { SCRIPT, STYLESHEET } from './page-assets.js';
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
  /** The name of the site. */
  readonly site: string;
  /** The path of the base URL, without a trailing slash. */
  readonly basePath: string;
  /** The paths of its pictures. */
  readonly logo: string | undefined;
  readonly icon: string | undefined;
  /** The colours of the site as CSS (`formatSiteStyle`); empty without one. */
  readonly style: string;
}

interface DocumentModel extends Page, PageLayout {
  readonly stylesheet: string;
  readonly script: string;
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
    <% if (it.icon !== undefined) { %><link rel="icon" href="<%= it.icon %>"><% } %>
    <% if (it.style !== '') { %><style><%~ it.style %></style><% } %>
  </head>
  <body>
    <main>
      <p class="site<% if (it.logo !== undefined) { %> pictured<% } %>">
        <% if (it.logo !== undefined) { %><img src="<%= it.logo %>" alt=""><% } %>
        <%= it.site %>
      </p>
      <%~ it.body %>
    </main>
    <script><%~ it.script %></script>
  </body>
</html>
`);

/** @param colorScheme see `formatColorSchemeAttribute` */
export function renderDocument(texts: PageTexts, page: Page, frame: PageLayout, colorScheme: string): string {
  return TEMPLATE.render(texts, {
    ...page,
    ...frame,
    stylesheet: STYLESHEET.name,
    script: SCRIPT,
    colorScheme,
  });
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

/**
 * The colours of the site for `assets/pages.css`.
 *
 * @param shades see `createShades`
 */
export function formatSiteStyle(shades: readonly string[] | undefined): string {
  if (shades === undefined) return '';
  const { light, dark } = BUTTON_SHADES;
  const pressed = `light-dark(${shades[light + 1]}, ${shades[dark + 1]})`;
  const button = `light-dark(${shades[light]}, ${shades[dark]})`;
  const link = `light-dark(${shades[light]}, ${shades[DARK_LINK_SHADE]})`;
  return `:root{--button:${button};--button-pressed:${pressed};--link:${link}}`;
}

const SCRIPT_SOURCE = hashSource(SCRIPT);

/**
 * The Content-Security-Policy: loads only the stylesheet and pictures of the service, runs only `assets/pages.js`, which may call this
 * service only, and forbids framing.
 *
 * @param style the style of the page itself
 */
export function buildPagePolicy({ formTargets }: Page, style: string): string {
  return [
    "default-src 'none'",
    `style-src 'self'${style === '' ? '' : ` ${hashSource(style)}`}`,
    `script-src ${SCRIPT_SOURCE}`,
    "connect-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...FORM_ACTIONS[formTargets],
  ].join('; ');
}

/** The source expression that allows an inline style or script (CSP 3 §2.3.1). */
function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
