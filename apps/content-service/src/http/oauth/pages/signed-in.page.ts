import type { PageTexts } from '../../../platform/texts/format-text.js';
import type { PageLayout, Page } from './page.js';
import { Template } from './template.js';

interface SignedInPageModel extends Pick<PageLayout, 'basePath'> {
  readonly token: string;
  /** Name of the user. */
  readonly name: string;
}

const TEMPLATE = new Template<SignedInPageModel>(`
  <h1><%~ it.text('signedIn.heading') %></h1>
  <p><%~ it.text('signedIn.name', { name: it.name }) %></p>
  <ul>
    <li><a href="<%= it.basePath %>/admin"><%~ it.text('signedIn.administration') %></a></li>
    <li><a href="<%= it.basePath %>/user"><%~ it.text('account.title') %></a></li>
  </ul>
  <form method="post" action="<%= it.basePath %>/user/logout">
    <input type="hidden" name="token" value="<%= it.token %>">
    <button><%~ it.text('account.signOut') %></button>
  </form>
`);

/** Renders the page after a login without a destination. */
export function renderSignedInPage(texts: PageTexts, shown: SignedInPageModel): Page {
  return { title: texts.format('signedIn.title'), body: TEMPLATE.render(texts, shown), formTargets: 'here' };
}
