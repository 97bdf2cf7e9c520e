import { STYLESHEET } from './stylesheet.js';
import { Template } from './template.js';

/** A page without its frame. */
export interface Page {
  readonly title: string;
  /** HTML. */
  readonly body: string;
  /** Where its forms can lead in the end, also by redirects. */
  readonly formsLead: 'nowhere' | 'here' | 'to clients';
}

/** What every page shows. */
export interface Frame {
  /** The host as people know it. */
  readonly site: string;
  /** What the paths of the service begin with: the path of the base URL, without a slash at its end. */
  readonly basePath: string;
}

const TEMPLATE = new Template<Page & Frame & { readonly stylesheet: string }>(`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <title><%= it.title %> – <%= it.site %></title>
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

export function pageDocument(page: Page, frame: Frame): string {
  return TEMPLATE.render({ ...page, ...frame, stylesheet: STYLESHEET.name });
}

const FORM_ACTIONS: Readonly<Record<Page['formsLead'], readonly string[]>> = {
  nowhere: ["form-action 'none'"],
  here: ["form-action 'self'"],
  // Browsers hold every redirect behind a form against this list, those of the client's own site too. None would be
  // complete, and an incomplete one leaves the user on a button that does nothing.
  'to clients': [],
};

/** Nothing is loaded but the stylesheet, nothing runs, and nobody can put the page into a frame. */
export function pagePolicy({ formsLead }: Page): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...FORM_ACTIONS[formsLead],
  ].join('; ');
}
