import { OAuthError } from '@content-service/oauth-grants';
import { parseLocalRedirect } from '../../browser/local-redirect.js';

/** Default destinations. */
export const LOGIN_PATH = '/user/login';
export const ACCOUNT_PATH = '/user';
export const PASSWORD_PATH = '/user/password';
const PASSWORD_LINK_PATH = '/user/password-link';
const REAUTHENTICATION_PATH = '/user/reauthenticate';
export const AUTHORIZE_PATH = '/oauth/authorize';

/**
 * Parses the destination of a form.
 *
 * @throws OAuthError invalid_request when it leads to another origin
 */
export function parseLocalRedirectOrDefault(text: string | null, fallback = LOGIN_PATH): string {
  const destination = parseLocalRedirect(text === null || text === '' ? fallback : text);
  if (destination !== undefined) return destination;
  throw new OAuthError('invalid_request', 'The parameter destination must be a path of this service.');
}

/** Path of the password page that continues at a path. */
export function buildPasswordPath(path: string): string {
  return path === LOGIN_PATH ? PASSWORD_PATH : `${PASSWORD_PATH}?destination=${encodeURIComponent(path)}`;
}

/** Path of the page that verifies the password once more and continues at a path. */
export function buildReauthenticationPath(path: string): string {
  return `${REAUTHENTICATION_PATH}?destination=${encodeURIComponent(path)}`;
}

/** Path of the page on which the user of a link sets a password. */
export function buildPasswordLinkPath(token: string): string {
  return `${PASSWORD_LINK_PATH}?token=${token}`;
}

/** Path of the login page that continues at a path. */
export function buildLoginPath(path: string): string {
  return `${LOGIN_PATH}?destination=${encodeURIComponent(path)}`;
}
