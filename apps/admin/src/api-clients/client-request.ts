import { t } from '@lingui/core/macro';
import { toValidationError } from '../http/api-error.js';
import type { ClientValues } from './client-fields.js';

/**
 * The request body of a new client, or of a change, without empty redirect URIs.
 *
 * @param values of the whole form
 * @param changes the values to send
 * @throws ApiError when the change leaves a client of the authorization code flow without a redirect URI: no user could sign in
 */
export function toRequestBody(values: ClientValues, changes: Partial<ClientValues> = values): object {
  const { redirectUris, grants } = changes;
  if (redirectUris !== undefined || grants !== undefined) assertRedirectUri(values);
  return redirectUris === undefined ? changes : { ...changes, redirectUris: withoutEmpty(redirectUris) };
}

function assertRedirectUri({ grants, redirectUris }: ClientValues): void {
  if (!grants.includes('authorization_code') || withoutEmpty(redirectUris).length > 0) return;
  const detail = t`Users who sign in return to a redirect URI: add at least one.`;
  throw toValidationError([{ detail, pointer: '/redirectUris', meta: {} }]);
}

function withoutEmpty(uris: readonly string[]): readonly string[] {
  return uris.filter((uri) => uri !== '');
}
