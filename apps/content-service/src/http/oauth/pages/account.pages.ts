import type { Html, PageTexts, ShownScope } from '../../../platform/texts/format-text.js';
import { DESCRIBED_BY_FAULT, FAULT, KEEPS_INPUT } from './fault.js';
import { NEW_PASSWORD_INPUTS } from './password-inputs.js';
import { getFormTargets, type PageLayout, type Page } from './page.js';
import { Template } from './template.js';

/** Members common to all account pages. */
interface AccountPageModel extends Pick<PageLayout, 'basePath'> {
  /** CSRF token of the forms. */
  readonly token: string;
}

const BACK = `<p class="next"><a href="<%= it.basePath %>/user"><%~ it.text('account.back') %></a></p>`;

interface OverviewModel extends AccountPageModel {
  readonly name: string;
  /** The languages of the pages, each with its name in itself. */
  readonly languages: readonly { readonly tag: string; readonly name: string; readonly isChosen: boolean }[];
}

const OVERVIEW = new Template<OverviewModel>(`
  <h1><%~ it.text('account.title') %></h1>
  <p><%~ it.text('account.name', { name: it.name }) %></p>
  <ul>
    <li><a href="<%= it.basePath %>/user/password"><%~ it.text('password.title') %></a></li>
    <li><a href="<%= it.basePath %>/user/sessions"><%~ it.text('sessions.title') %></a></li>
    <li><a href="<%= it.basePath %>/user/consents"><%~ it.text('consents.title') %></a></li>
    <li><a href="<%= it.basePath %>/admin"><%~ it.text('signedIn.administration') %></a></li>
  </ul>
  <form method="post" action="<%= it.basePath %>/user/language">
    <input type="hidden" name="token" value="<%= it.token %>">
    <label for="language"><%~ it.text('account.language') %></label>
    <select id="language" name="language">
      <option value=""><%~ it.text('account.browserLanguage') %></option>
      <% for (const { tag, name, isChosen } of it.languages) { %>
        <option value="<%= tag %>" lang="<%= tag %>"<% if (isChosen) { %> selected<% } %>><%= name %></option>
      <% } %>
    </select>
    <button class="secondary"><%~ it.text('account.chooseLanguage') %></button>
  </form>
  <form method="post" action="<%= it.basePath %>/user/logout">
    <input type="hidden" name="token" value="<%= it.token %>">
    <button class="secondary"><%~ it.text('account.signOut') %></button>
  </form>
`);

/** Renders the overview of the account. */
export function renderAccountPage(texts: PageTexts, shown: OverviewModel): Page {
  return { title: texts.format('account.title'), body: OVERVIEW.render(texts, shown), formTargets: 'here' };
}

interface PasswordPageModel extends AccountPageModel {
  /** The name of the user, for password managers. */
  readonly name: string;
  /** The path to which the browser is redirected after the change. */
  readonly destination: string;
  /** Whether the password must be changed before any other action. */
  readonly isRequired: boolean;
  readonly fault: string | undefined;
}

const PASSWORD = new Template<PasswordPageModel>(`
  <h1><%~ it.text('password.title') %></h1>
  <% if (it.isRequired) { %>
    <p><%~ it.text('password.required') %></p>
  <% } %>
  ${FAULT}
  <form method="post" action="<%= it.basePath %>/user/password"${KEEPS_INPUT}${DESCRIBED_BY_FAULT}>
    <input type="hidden" name="token" value="<%= it.token %>">
    <input type="hidden" name="destination" value="<%= it.destination %>">
    <input type="hidden" name="username" value="<%= it.name %>" autocomplete="username">
    <label for="present"><%~ it.text('password.present') %></label>
    <input id="present" name="present" type="password" autocomplete="current-password" required autofocus>
    ${NEW_PASSWORD_INPUTS}
    <button><%~ it.text('password.submit') %></button>
  </form>
  <p class="next"><%~ it.text('password.effect') %></p>
  <% if (!it.isRequired) { %>${BACK}<% } %>
`);

/** Renders the form for a new password. */
export function renderPasswordPage(texts: PageTexts, shown: PasswordPageModel): Page {
  return {
    title: texts.format('password.title'),
    body: PASSWORD.render(texts, shown),
    formTargets: getFormTargets(shown.destination),
  };
}

interface SessionsPageModel extends AccountPageModel {
  readonly sessions: readonly {
    readonly id: string;
    readonly startedAt: Html;
    readonly expiresAt: Html;
    /** See `describeBrowser`. */
    readonly browser: string | undefined;
    readonly ipAddress: string | undefined;
    /** Whether it is the session of this request. */
    readonly isCurrent: boolean;
  }[];
}

const SESSIONS = new Template<SessionsPageModel>(`
  <h1><%~ it.text('sessions.title') %></h1>
  <ul>
    <% it.sessions.forEach((session, n) => { %>
      <li>
        <span id="session-<%= n %>"><%~ it.text('sessions.startedAt', { time: session.startedAt }) %></span>
        <% if (session.isCurrent) { %><%~ it.text('sessions.current') %><% } else { %>
          <form method="post" action="<%= it.basePath %>/user/sessions">
            <input type="hidden" name="token" value="<%= it.token %>">
            <input type="hidden" name="session" value="<%= session.id %>">
            <button class="quiet" aria-describedby="session-<%= n %>"><%~ it.text('sessions.end') %></button>
          </form>
        <% } %>
        <% if (session.ipAddress !== undefined) { %>
          <br><%~ it.text('sessions.origin', { browser: session.browser ?? it.text('sessions.unknownBrowser'), address: session.ipAddress }) %>
        <% } %>
        <small><%~ it.text('sessions.expiresAt', { time: session.expiresAt }) %></small>
      </li>
    <% }) %>
  </ul>
  <% if (it.sessions.length > 1) { %>
    <form method="post" action="<%= it.basePath %>/user/sessions">
      <input type="hidden" name="token" value="<%= it.token %>">
      <button name="others" value="all"><%~ it.text('sessions.endOthers') %></button>
    </form>
  <% } %>
  ${BACK}
`);

/** Renders the sessions of a user, each with a button to end it. */
export function renderSessionsPage(texts: PageTexts, shown: SessionsPageModel): Page {
  return { title: texts.format('sessions.title'), body: SESSIONS.render(texts, shown), formTargets: 'here' };
}

interface GrantsPageModel extends AccountPageModel {
  readonly grants: readonly {
    readonly clientId: string;
    readonly label: string;
    readonly grantedAt: Html;
    /** The descriptions of the scopes. */
    readonly scopes: readonly ShownScope[];
  }[];
}

const CONSENTS = new Template<GrantsPageModel>(`
  <h1><%~ it.text('consents.title') %></h1>
  <% if (it.grants.length === 0) { %><p><%~ it.text('consents.none') %></p><% } %>
  <% it.grants.forEach((grant, n) => { %>
    <h2 id="grant-<%= n %>"><%= grant.label %></h2>
    <ul>
      <% for (const scope of grant.scopes) { %>
        <li><%~ it.formatScope(scope) %> <code><%= scope.name %></code></li>
      <% } %>
      <li><%~ it.text('consents.grantedAt', { time: grant.grantedAt }) %></li>
    </ul>
    <form method="post" action="<%= it.basePath %>/user/consents">
      <input type="hidden" name="token" value="<%= it.token %>">
      <button name="client" value="<%= grant.clientId %>" aria-describedby="grant-<%= n %>"><%~ it.text('consents.withdraw') %></button>
    </form>
  <% }) %>
  ${BACK}
`);

/** Renders the consents of a user, each with a button to withdraw it. */
export function renderGrantsPage(texts: PageTexts, shown: GrantsPageModel): Page {
  return { title: texts.format('consents.title'), body: CONSENTS.render(texts, shown), formTargets: 'here' };
}
