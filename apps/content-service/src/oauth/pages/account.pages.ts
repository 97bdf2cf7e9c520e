import { getFormTargets, type PageLayout, type Page } from './page.js';
import { Template } from './template.js';

/** Members common to all account pages. */
interface AccountPageModel extends Pick<PageLayout, 'basePath'> {
  /** CSRF token of the forms. */
  readonly token: string;
}

const BACK = '<p class="next"><a href="<%= it.basePath %>/user">Back to my account</a></p>';

const OVERVIEW = new Template<AccountPageModel & { readonly name: string }>(`
  <h1>My account</h1>
  <p>You are signed in as <strong><%= it.name %></strong>.</p>
  <ul>
    <li><a href="<%= it.basePath %>/user/password">Change the password</a></li>
    <li><a href="<%= it.basePath %>/user/sessions">Browsers that are signed in</a></li>
    <li><a href="<%= it.basePath %>/user/consents">Applications that act for you</a></li>
  </ul>
  <form method="post" action="<%= it.basePath %>/user/logout">
    <input type="hidden" name="token" value="<%= it.token %>">
    <button>Sign out</button>
  </form>
`);

/** Renders the overview of the account. */
export function renderAccountPage(shown: AccountPageModel & { readonly name: string }): Page {
  return { title: 'My account', body: OVERVIEW.render(shown), formTargets: 'here' };
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
  <h1>Change the password</h1>
  <% if (it.isRequired) { %>
    <p>Your password was chosen by an administrator. Set one that only you know, to go on.</p>
  <% } %>
  <% if (it.fault !== undefined) { %>
    <p class="fault" role="alert" id="fault"><%= it.fault %></p>
  <% } %>
  <form method="post" action="<%= it.basePath %>/user/password"<% if (it.fault !== undefined) { %> aria-describedby="fault"<% } %>>
    <input type="hidden" name="token" value="<%= it.token %>">
    <input type="hidden" name="destination" value="<%= it.destination %>">
    <input type="hidden" name="username" value="<%= it.name %>" autocomplete="username">
    <label for="present">Present password</label>
    <input id="present" name="present" type="password" autocomplete="current-password" required autofocus>
    <label for="password">New password</label>
    <input id="password" name="password" type="password" autocomplete="new-password" minlength="12" maxlength="256" required>
    <label for="repeated">New password, once more</label>
    <input id="repeated" name="repeated" type="password" autocomplete="new-password" required>
    <button>Change the password</button>
  </form>
  <p class="next">All other browsers are signed out, and applications must ask you again.</p>
  <% if (!it.isRequired) { %>${BACK}<% } %>
`);

/** Renders the form for a new password. */
export function renderPasswordPage(shown: PasswordPageModel): Page {
  return {
    title: 'Change the password',
    body: PASSWORD.render(shown),
    formTargets: getFormTargets(shown.destination),
  };
}

interface SessionsPageModel extends AccountPageModel {
  readonly sessions: readonly {
    readonly id: string;
    readonly startedAt: string;
    readonly expiresAt: string;
    /** Whether it is the session of this request. */
    readonly isCurrent: boolean;
  }[];
}

const SESSIONS = new Template<SessionsPageModel>(`
  <h1>Browsers that are signed in</h1>
  <ul>
    <% it.sessions.forEach((session, n) => { %>
      <li>
        <span id="session-<%= n %>">Signed in at <strong><%= session.startedAt %></strong></span>
        <% if (session.isCurrent) { %>(this browser)<% } else { %>
          <form method="post" action="<%= it.basePath %>/user/sessions">
            <input type="hidden" name="token" value="<%= it.token %>">
            <input type="hidden" name="session" value="<%= session.id %>">
            <button class="quiet" aria-describedby="session-<%= n %>">Sign out there</button>
          </form>
        <% } %>
        <code>ends at <%= session.expiresAt %> if it is not used</code>
      </li>
    <% }) %>
  </ul>
  <% if (it.sessions.length > 1) { %>
    <form method="post" action="<%= it.basePath %>/user/sessions">
      <input type="hidden" name="token" value="<%= it.token %>">
      <button name="others" value="all">Sign out everywhere else</button>
    </form>
  <% } %>
  ${BACK}
`);

/** Renders the sessions of a user, each with a button to end it. */
export function renderSessionsPage(shown: SessionsPageModel): Page {
  return { title: 'Browsers that are signed in', body: SESSIONS.render(shown), formTargets: 'here' };
}

interface ConsentsPageModel extends AccountPageModel {
  readonly grants: readonly {
    readonly clientId: string;
    readonly label: string;
    readonly grantedAt: string;
    /** The descriptions of the scopes. */
    readonly scopes: readonly { readonly name: string; readonly governs: string }[];
  }[];
}

const CONSENTS = new Template<ConsentsPageModel>(`
  <h1>Applications that act for you</h1>
  <% if (it.grants.length === 0) { %><p>There are none.</p><% } %>
  <% it.grants.forEach((grant, n) => { %>
    <h2 id="grant-<%= n %>"><%= grant.label %></h2>
    <ul>
      <% for (const scope of grant.scopes) { %>
        <li><%= scope.governs %> <code><%= scope.name %></code></li>
      <% } %>
      <li>Allowed at <%= grant.grantedAt %></li>
    </ul>
    <form method="post" action="<%= it.basePath %>/user/consents">
      <input type="hidden" name="token" value="<%= it.token %>">
      <button name="client" value="<%= grant.clientId %>" aria-describedby="grant-<%= n %>">Withdraw</button>
    </form>
  <% }) %>
  ${BACK}
`);

/** Renders the consents of a user, each with a button to withdraw it. */
export function renderConsentsPage(shown: ConsentsPageModel): Page {
  return { title: 'Applications that act for you', body: CONSENTS.render(shown), formTargets: 'here' };
}
