import type { PageTexts } from '../../../platform/texts/format-text.js';
import { DESCRIBED_BY_FAULT, FAULT, KEEPS_INPUT } from './fault.js';
import type { Page, PageLayout } from './page.js';
import { NEW_PASSWORD_INPUTS } from './password-inputs.js';
import { Template } from './template.js';

interface PasswordLinkPageModel extends Pick<PageLayout, 'basePath'> {
  /** CSRF token of the form. */
  readonly token: string;
  /** The token of the link. */
  readonly link: string;
  /** The name of the user, for password managers. */
  readonly name: string;
  readonly fault: string | undefined;
}

const TEMPLATE = new Template<PasswordLinkPageModel>(`
  <h1><%~ it.text('passwordLink.title') %></h1>
  <p><%~ it.text('passwordLink.name', { name: it.name }) %></p>
  ${FAULT}
  <form method="post" action="<%= it.basePath %>/user/password-link"${KEEPS_INPUT}${DESCRIBED_BY_FAULT}>
    <input type="hidden" name="token" value="<%= it.token %>">
    <input type="hidden" name="link" value="<%= it.link %>">
    <input type="hidden" name="username" value="<%= it.name %>" autocomplete="username">
    ${NEW_PASSWORD_INPUTS}
    <button><%~ it.text('passwordLink.submit') %></button>
  </form>
`);

/** Renders the form for the password of the user of a link. */
export function renderPasswordLinkPage(texts: PageTexts, shown: PasswordLinkPageModel): Page {
  return {
    title: texts.format('passwordLink.title'),
    body: TEMPLATE.render(texts, shown),
    formTargets: 'here',
  };
}
