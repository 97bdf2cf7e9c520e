import type { JsonObject } from '@content-service/kernel';
import { OAuthError, toErrorBody } from '@content-service/oauth-grants';
import { jsonAnswer, type HeaderName } from './answers.js';
import { ref } from './schema.js';

/** The errors of every endpoint at which clients authenticate. */
export const CLIENT_ERRORS: Readonly<Record<string, JsonObject>> = {
  400: oauthError('The request is invalid; `hint` says what in it.', OAuthError.missing('client_id')),
  401: oauthError('The client ID or secret is wrong.', new OAuthError('invalid_client')),
  429: oauthError(
    'Too many failures of this client from this address.',
    new OAuthError('temporarily_unavailable'),
    ['Retry-After'],
  ),
};

export function oauthError(
  description: string,
  example: OAuthError,
  headers: readonly HeaderName[] = [],
): JsonObject {
  return jsonAnswer({
    description,
    schema: ref('OAuthError'),
    example: toErrorBody(example),
    headers: ['Cache-Control', ...headers],
  });
}
