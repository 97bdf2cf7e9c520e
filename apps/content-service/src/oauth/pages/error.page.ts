import type { Page } from './page.js';
import { Template } from './template.js';

interface Shown {
  readonly title: string;
  readonly sentence: string;
  /** The OAuth error code. */
  readonly error: string;
  /** By which the log calls the request. */
  readonly request: string;
}

const TEMPLATE = new Template<Shown>(`
  <h1><%= it.title %></h1>
  <p><%= it.sentence %></p>
  <dl>
    <dt>Error</dt><dd><code><%= it.error %></code></dd>
    <dt>Request</dt><dd><code><%= it.request %></code></dd>
  </dl>
`);

/** Tells a person what a client or this service did wrong, and somebody who is asked for help how to find it. */
export function errorPage(shown: Shown): Page {
  return { title: shown.title, body: TEMPLATE.render(shown), formsLead: 'nowhere' };
}
