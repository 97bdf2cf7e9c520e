import type { Frame, Page } from './page.js';
import { Template } from './template.js';

interface Shown extends Pick<Frame, 'basePath'> {
  readonly token: string;
  /** Of the pending authorization. */
  readonly id: string;
  /** As administrators call it. */
  readonly client: string;
  /** Of the user. */
  readonly name: string;
  /** What the client would be able to do: the words for it, and the scope. */
  readonly scopes: readonly { readonly name: string; readonly governs: string }[];
  /** Where the browser goes next, whatever the decision. */
  readonly next: string;
  /** Where it goes to come back here as somebody else. */
  readonly loginPath: string;
}

const TEMPLATE = new Template<Shown>(`
  <h1><span class="client"><%= it.client %></span> asks to act for you</h1>
  <div class="who">
    <p>You are signed in as <strong><%= it.name %></strong>.</p>
    <form method="post" action="<%= it.basePath %>/user/logout">
      <input type="hidden" name="token" value="<%= it.token %>">
      <input type="hidden" name="destination" value="<%= it.loginPath %>">
      <button class="quiet">Use another account</button>
    </form>
  </div>
  <h2>If you allow it, it can</h2>
  <ul>
    <% for (const scope of it.scopes) { %>
      <li><%= scope.governs %> <code><%= scope.name %></code></li>
    <% } %>
  </ul>
  <form method="post" action="<%= it.basePath %>/oauth/authorize/decision">
    <input type="hidden" name="token" value="<%= it.token %>">
    <input type="hidden" name="request" value="<%= it.id %>">
    <div class="choice">
      <button name="decision" value="deny">Deny</button>
      <button name="decision" value="allow">Allow</button>
    </div>
  </form>
  <p class="next">Either way you go on to <strong><%= it.next %></strong>.</p>
`);

/** Asks a user whether a client may act for them. */
export function consentPage(shown: Shown): Page {
  return { title: `Allow ${shown.client}?`, body: TEMPLATE.render(shown), formsLead: 'to clients' };
}
