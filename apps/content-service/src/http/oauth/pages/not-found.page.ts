import { formatText } from '../../../platform/texts/format-text.js';
import type { Page, PageLayout } from './page.js';
import { Template } from './template.js';

interface NotFoundPageModel extends Pick<PageLayout, 'basePath'> {
  readonly path: string;
}

const TEMPLATE = new Template<NotFoundPageModel>(`
  <h1><%~ it.text('notFound.title') %></h1>
  <p><%~ it.text('notFound.path', { path: it.path }) %></p>
  <ul>
    <li><a href="<%= it.basePath %>/admin"><%~ it.text('docs.administration') %></a></li>
    <li><a href="<%= it.basePath %>/docs"><%~ it.text('docs.api') %></a></li>
    <li><a href="<%= it.basePath %>/docs/guide"><%~ it.text('docs.guide') %></a></li>
  </ul>
`);

/** Renders the page for a path that belongs to no route, with links to what there is. */
export function renderNotFoundPage(shown: NotFoundPageModel): Page {
  return { title: formatText('notFound.title'), body: TEMPLATE.render(shown), formTargets: 'nowhere' };
}
