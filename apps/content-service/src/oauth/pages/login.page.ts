import type { Frame, Page } from './page.js';
import { Template } from './template.js';

interface Shown extends Pick<Frame, 'basePath'> {
  /** Of the form, bound to the browser's session. */
  readonly token: string;
  readonly destination: string;
  /** As it was typed in before. */
  readonly name: string;
  /** Why the last attempt did not succeed. */
  readonly fault: string | undefined;
}

const TEMPLATE = new Template<Shown>(`
  <h1>Sign in</h1>
  <% if (it.fault !== undefined) { %>
    <p class="fault" role="alert" id="fault"><%= it.fault %></p>
  <% } %>
  <form method="post" action="<%= it.basePath %>/user/login"<% if (it.fault !== undefined) { %> aria-describedby="fault"<% } %>>
    <input type="hidden" name="token" value="<%= it.token %>">
    <input type="hidden" name="destination" value="<%= it.destination %>">
    <label for="name">Name</label>
    <input id="name" name="name" value="<%= it.name %>" autocomplete="username" autocapitalize="none" spellcheck="false" required<% if (it.name === '') { %> autofocus<% } %>>
    <label for="password">Password</label>
    <input id="password" name="password" type="password" autocomplete="current-password" required<% if (it.name !== '') { %> autofocus<% } %>>
    <button>Sign in</button>
  </form>
`);

/** Asks for name and password. */
export function loginPage(shown: Shown): Page {
  const leadsToClients = shown.destination.startsWith('/oauth/authorize');
  return {
    title: 'Sign in',
    body: TEMPLATE.render(shown),
    formsLead: leadsToClients ? 'to clients' : 'here',
  };
}
