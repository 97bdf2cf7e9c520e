import type { Frame, Page } from './page.js';
import { Template } from './template.js';

interface Shown extends Pick<Frame, 'basePath'> {
  readonly token: string;
  /** Of the user. */
  readonly name: string;
}

const TEMPLATE = new Template<Shown>(`
  <h1>You are signed in</h1>
  <p>Your name here is <strong><%= it.name %></strong>.</p>
  <p><a href="<%= it.basePath %>/admin">Go to the administration</a></p>
  <form method="post" action="<%= it.basePath %>/user/logout">
    <input type="hidden" name="token" value="<%= it.token %>">
    <button>Sign out</button>
  </form>
`);

/** What somebody sees who came here without wanting to go on. */
export function signedInPage(shown: Shown): Page {
  return { title: 'Signed in', body: TEMPLATE.render(shown), formsLead: 'here' };
}
