import type { PageLayout, Page } from './page.js';
import { Template } from './template.js';

interface ConsentPageModel extends Pick<PageLayout, 'basePath'> {
  readonly token: string;
  /** Id of the pending authorization. */
  readonly id: string;
  /** The label of the client. */
  readonly client: string;
  /** Name of the user. */
  readonly name: string;
  /** The requested scopes with their descriptions. */
  readonly scopes: readonly { readonly name: string; readonly governs: string }[];
  /** Whether the client gets refresh tokens, so that it can act when the user is away. */
  readonly staysConnected: boolean;
  /** The site or application to which the browser is redirected after the decision. */
  readonly next: string;
  /** The login path for another account, with this page as destination. */
  readonly loginPath: string;
}

const TEMPLATE = new Template<ConsentPageModel>(`
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
    <% if (it.staysConnected) { %>
      <li>Go on with this when you are away, until you end it in your account <code>refresh_token</code></li>
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

/** Renders the consent prompt. */
export function renderConsentPage(shown: ConsentPageModel): Page {
  return { title: `Allow ${shown.client}?`, body: TEMPLATE.render(shown), formTargets: 'to clients' };
}
