import type { Request } from 'express';
import { OAuthError } from '@content-service/oauth-grants';
import type { BrowserSessions } from '../browser/browser-sessions.js';

/**
 * Whatever a form does is done for the user who is signed in, so it must come from a page that this user was shown.
 *
 * @throws OAuthError access_denied
 */
export function requireOwnForm(request: Request, form: URLSearchParams, browsers: BrowserSessions): void {
  const origin = browsers.originOf(request, form.get('token'));
  if (origin !== 'ours') throw new OAuthError('access_denied', REFUSALS[origin]);
}

const REFUSALS = {
  elsewhere: 'This form was sent from another site.',
  'another session':
    'This form is too old, or was made for somebody else. Go back, load the page again, and try once more.',
} as const;
