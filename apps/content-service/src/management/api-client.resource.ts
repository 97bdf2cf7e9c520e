import { formatDateTime } from '@content-service/kernel';
import type { ApiClient } from '@content-service/oauth-clients';
import { timeOrNull } from './time.js';

/** An API client as administrators see it; of its secrets only when they were made. */
export function clientResource(client: ApiClient): object {
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
    lastUsedAt: timeOrNull(client.lastUsedAt),
    secrets: client.secrets.map(({ createdAt, expiresAt }) => ({
      createdAt: formatDateTime(createdAt),
      expiresAt: timeOrNull(expiresAt),
    })),
  };
}
