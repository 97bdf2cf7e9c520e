import type { Request } from 'express';
import { OAuthError } from '@content-service/oauth-grants';
import type { BrowserSessionService } from '../browser/browser-session.service.js';

/**
 * Rejects a form that was not sent from a page of this service in the session of the user (OWASP CSRF Prevention).
 *
 * @throws OAuthError access_denied
 */
export function assertCsrfToken(
  request: Request,
  form: URLSearchParams,
  browsers: BrowserSessionService,
): void {
  const result = browsers.checkCsrf(request, form.get('token'));
  if (result !== 'valid') throw new OAuthError('access_denied', REFUSALS[result]);
}

const REFUSALS = {
  crossSite: 'This form was sent from another site.',
  invalidToken: 'This form is too old or belongs to another session. Go back, reload the page and try again.',
} as const;
