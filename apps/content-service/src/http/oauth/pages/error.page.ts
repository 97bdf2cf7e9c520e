import type { PageTexts } from '../../../platform/texts/format-text.js';
import type { Page } from './page.js';
import { Template } from './template.js';

interface ErrorPageModel {
  /** HTML. */
  readonly title: string;
  readonly sentence: string;
  /** The OAuth error code. */
  readonly error: string;
  /** The id of the request in the log. */
  readonly request: string;
}

const TEMPLATE = new Template<ErrorPageModel>(`
  <h1><%~ it.title %></h1>
  <p><%= it.sentence %></p>
  <dl>
    <dt><%~ it.text('error.code') %></dt><dd><code><%= it.error %></code></dd>
    <dt><%~ it.text('error.request') %></dt><dd><code><%= it.request %></code></dd>
  </dl>
`);

/** Renders an error with its code and the id of the request in the log. */
export function renderErrorPage(texts: PageTexts, shown: ErrorPageModel): Page {
  return { title: shown.title, body: TEMPLATE.render(texts, shown), formTargets: 'nowhere' };
}
