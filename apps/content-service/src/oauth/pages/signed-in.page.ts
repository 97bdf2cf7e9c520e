import type { PageLayout, Page } from './page.js';
import { Template } from './template.js';

interface SignedInPageModel extends Pick<PageLayout, 'basePath'> {
  readonly token: string;
  /** Name of the user. */
  readonly name: string;
}

const TEMPLATE = new Template<SignedInPageModel>(`
  <h1>You are signed in</h1>
  <p>Your name here is <strong><%= it.name %></strong>.</p>
  <p><a href="<%= it.basePath %>/admin">Go to the administration</a></p>
  <p><a href="<%= it.basePath %>/user">My account</a></p>
  <form method="post" action="<%= it.basePath %>/user/logout">
    <input type="hidden" name="token" value="<%= it.token %>">
    <button>Sign out</button>
  </form>
`);

/** Renders the page after a login without a destination. */
export function renderSignedInPage(shown: SignedInPageModel): Page {
  return { title: 'Signed in', body: TEMPLATE.render(shown), formTargets: 'here' };
}
