import type { PageTexts } from '../../../platform/texts/format-text.js';
import { DESCRIBED_BY_FAULT, FAULT } from './fault.js';
import { getFormTargets, type PageLayout, type Page } from './page.js';
import { SHOW_PASSWORD } from './password-inputs.js';
import { Template } from './template.js';

interface ReauthenticationPageModel extends Pick<PageLayout, 'basePath'> {
  /** CSRF token of the form, bound to the browser's session. */
  readonly token: string;
  readonly destination: string;
  /** Name of the signed-in user. */
  readonly name: string;
  /** Why the last attempt did not succeed. */
  readonly fault: string | undefined;
}

const TEMPLATE = new Template<ReauthenticationPageModel>(`
  <h1><%~ it.text('reauthentication.title') %></h1>
  <p><%~ it.text('reauthentication.reason', { name: it.name }) %></p>
  ${FAULT}
  <form method="post" action="<%= it.basePath %>/user/reauthenticate"${DESCRIBED_BY_FAULT}>
    <input type="hidden" name="token" value="<%= it.token %>">
    <input type="hidden" name="destination" value="<%= it.destination %>">
    <input type="hidden" name="username" value="<%= it.name %>" autocomplete="username">
    <label for="password"><%~ it.text('login.password') %></label>
    <input id="password" name="password" type="password" autocomplete="current-password" required autofocus>${SHOW_PASSWORD}
    <button><%~ it.text('reauthentication.submit') %></button>
  </form>
  <p class="next"><a href="<%= it.basePath %>/user"><%~ it.text('account.back') %></a></p>
`);

/** Renders the form for the password of the signed-in user. */
export function renderReauthenticationPage(texts: PageTexts, model: ReauthenticationPageModel): Page {
  return {
    title: texts.format('reauthentication.title'),
    body: TEMPLATE.render(texts, model),
    formTargets: getFormTargets(model.destination),
  };
}
