import type { PageTexts } from '../../../platform/texts/format-text.js';
import type { Page, PageLayout } from './page.js';
import { Template } from './template.js';

interface NotFoundPageModel extends Pick<PageLayout, 'basePath'> {
  readonly path: string;
}

const TEMPLATE = new Template<NotFoundPageModel>(`
  <h1><%~ it.text('notFound.title') %></h1>
  <p><%~ it.text('notFound.path', { path: it.path }) %></p>
  <ul>
    <li><a href="<%= it.basePath %>/admin"><%~ it.text('notFound.administration') %></a></li>
    <li><a href="<%= it.basePath %>/docs"><%~ it.text('notFound.api') %></a></li>
    <li><a href="<%= it.basePath %>/docs/guide"><%~ it.text('notFound.guide') %></a></li>
  </ul>
`);

/** Renders the page for a path that belongs to no route, with links to what there is. */
export function renderNotFoundPage(texts: PageTexts, shown: NotFoundPageModel): Page {
  return {
    title: texts.format('notFound.title'),
    body: TEMPLATE.render(texts, shown),
    formTargets: 'nowhere',
  };
}
