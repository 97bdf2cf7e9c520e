import { OAuthError } from '@content-service/oauth-grants';
import { parseDestination } from '../browser/destination.js';

/** Where people are when they want to go nowhere else. */
export const LOGIN_PATH = '/user/login';

/**
 * Where a browser goes after a form.
 *
 * @throws OAuthError invalid_request when it would leave the service
 */
export function ownDestination(text: string | null): string {
  const destination = parseDestination(text === null || text === '' ? LOGIN_PATH : text);
  if (destination !== undefined) return destination;
  throw new OAuthError('invalid_request', 'The parameter destination must be a path of this service.');
}

/** The address of the login that leads on to a path. */
export function loginBefore(path: string): string {
  return `${LOGIN_PATH}?destination=${encodeURIComponent(path)}`;
}
