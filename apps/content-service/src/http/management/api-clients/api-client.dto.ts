import { type ChangeOf, formatDateTime, type NewOf } from '@content-service/kernel';
import {
  type ApiClient,
  CHANGED_CLIENT_MEMBERS,
  CLIENT_ROTATION_MEMBERS,
  NEW_CLIENT_MEMBERS,
} from '@content-service/oauth-clients';
import { formatNullableTime } from '../protocol/dto.js';
import { createChangeDto, createNewDto } from '../protocol/member-dto.js';

export const NewClientDto = createNewDto(NEW_CLIENT_MEMBERS);
export type NewClientDto = NewOf<typeof NEW_CLIENT_MEMBERS>;

export const ChangedClientDto = createChangeDto(CHANGED_CLIENT_MEMBERS);
export type ChangedClientDto = ChangeOf<typeof CHANGED_CLIENT_MEMBERS>;

export const ClientRotationDto = createNewDto(CLIENT_ROTATION_MEMBERS);
export type ClientRotationDto = NewOf<typeof CLIENT_ROTATION_MEMBERS>;

/** Response body of an API client; secrets are represented by their dates only. */
export function serializeClient(client: ApiClient): object {
  return {
    id: client.id,
    label: client.label,
    allowedScopes: client.allowedScopes.toArray(),
    redirectUris: client.redirectUris,
    grants: client.grants,
    confidential: client.confidential,
    enabled: client.enabled,
    user: client.user ?? null,
    rememberConsent: client.rememberConsent,
    requirePkce: client.requirePkce,
    createdAt: formatDateTime(client.createdAt),
    lastUsedAt: formatNullableTime(client.lastUsedAt),
    secrets: client.secrets.map(({ createdAt, expiresAt }) => ({
      createdAt: formatDateTime(createdAt),
      expiresAt: formatNullableTime(expiresAt),
    })),
  };
}
