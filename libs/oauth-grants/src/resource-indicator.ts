import { OAuthError } from './oauth.errors.js';
import type { OAuthOptions } from './oauth-options.js';

/**
 * Tokens are good for one resource, the content interface: whoever names it gets what everybody gets (RFC 8707 §2).
 *
 * @throws OAuthError invalid_target for any other
 */
export function requireOwnResource(
  resource: string | undefined,
  { audience }: Pick<OAuthOptions, 'audience'>,
): void {
  if (resource === undefined || resource === audience) return;
  throw new OAuthError('invalid_target', `The only resource that tokens are given for is ${audience}.`);
}
