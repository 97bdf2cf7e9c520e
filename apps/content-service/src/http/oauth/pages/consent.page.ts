import type { PageTexts, ShownScope } from '../../../platform/texts/format-text.js';
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
  readonly scopes: readonly ShownScope[];
  /** Whether the client gets refresh tokens, so that it can act when the user is away. */
  readonly staysConnected: boolean;
  /** The site or application to which the browser is redirected after the decision. */
  readonly next: string;
  /** The login path for another account, with this page as destination. */
  readonly loginPath: string;
}

const TEMPLATE = new Template<ConsentPageModel>(`
  <h1><%~ it.text('consent.heading', { client: it.client }) %></h1>
  <div class="who">
    <p><%~ it.text('account.name', { name: it.name }) %></p>
    <form method="post" action="<%= it.basePath %>/user/logout">
      <input type="hidden" name="token" value="<%= it.token %>">
      <input type="hidden" name="destination" value="<%= it.loginPath %>">
      <button class="quiet"><%~ it.text('consent.otherAccount') %></button>
    </form>
  </div>
  <h2><%~ it.text('consent.scopes') %></h2>
  <ul>
    <% for (const scope of it.scopes) { %>
      <li><%~ it.formatScope(scope) %> <code><%= scope.name %></code></li>
    <% } %>
    <% if (it.staysConnected) { %>
      <li><%~ it.text('consent.staysConnected') %> <code>refresh_token</code></li>
    <% } %>
  </ul>
  <form method="post" action="<%= it.basePath %>/oauth/authorize/decision">
    <input type="hidden" name="token" value="<%= it.token %>">
    <input type="hidden" name="request" value="<%= it.id %>">
    <div class="choice">
      <button class="secondary" name="decision" value="deny"><%~ it.text('consent.deny') %></button>
      <button name="decision" value="allow"><%~ it.text('consent.allow') %></button>
    </div>
  </form>
  <p class="next"><%~ it.text('consent.next', { next: it.next }) %></p>
`);

/** Renders the consent prompt. */
export function renderConsentPage(texts: PageTexts, shown: ConsentPageModel): Page {
  const title = texts.format('consent.title', { client: shown.client });
  return { title, body: TEMPLATE.render(texts, shown), formTargets: 'to clients' };
}
