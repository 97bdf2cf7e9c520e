import type { PageTexts } from '../../../platform/texts/format-text.js';
import { DESCRIBED_BY_FAULT, FAULT } from './fault.js';
import { getFormTargets, type PageLayout, type Page } from './page.js';
import { SHOW_PASSWORD } from './password-inputs.js';
import { Template } from './template.js';

interface LoginPageModel extends Pick<PageLayout, 'basePath'> {
  /** CSRF token of the form. */
  readonly token: string;
  readonly destination: string;
  /** The label of the client whose authorization request is the destination. */
  readonly client: string | undefined;
  /** The name of the previous attempt. */
  readonly name: string;
  /** The error of the previous attempt. */
  readonly fault: string | undefined;
}

const TEMPLATE = new Template<LoginPageModel>(`
  <h1><%~ it.text('login.title') %></h1>
  <% if (it.client !== undefined) { %><p><%~ it.text('login.client', { client: it.client }) %></p><% } %>
  ${FAULT}
  <form method="post" action="<%= it.basePath %>/user/login"${DESCRIBED_BY_FAULT}>
    <input type="hidden" name="token" value="<%= it.token %>">
    <input type="hidden" name="destination" value="<%= it.destination %>">
    <label for="name"><%~ it.text('login.name') %></label>
    <input id="name" name="name" value="<%= it.name %>" autocomplete="username" autocapitalize="none" spellcheck="false" required<% if (it.name === '') { %> autofocus<% } %>>
    <label for="password"><%~ it.text('login.password') %></label>
    <input id="password" name="password" type="password" autocomplete="current-password" required<% if (it.name !== '') { %> autofocus<% } %>>${SHOW_PASSWORD}
    <button><%~ it.text('login.submit') %></button>
  </form>
`);

/** Renders the login form. */
export function renderLoginPage(texts: PageTexts, shown: LoginPageModel): Page {
  return {
    title: texts.format('login.title'),
    body: TEMPLATE.render(texts, shown),
    formTargets: getFormTargets(shown.destination),
  };
}
