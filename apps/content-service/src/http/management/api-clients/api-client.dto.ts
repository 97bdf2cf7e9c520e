import { ArrayUnique, IsArray, IsBoolean, IsInt, IsString } from 'class-validator';
import { formatDateTime } from '@content-service/kernel';
import { type ApiClient, GRANT_TYPES, type GrantType } from '@content-service/oauth-clients';
import { formatNullableTime, Nullable, OneOf, Optional } from '../protocol/dto.js';

/**
 * Members common to both DTOs. class-validator adds inherited rules to own ones, so members with different rules are
 * declared in the subclasses.
 */
abstract class ClientDto {
  @Optional() @IsArray() @IsString({ each: true }) readonly allowedScopes?: readonly string[];
  @Optional() @IsArray() @IsString({ each: true }) readonly redirectUris?: readonly string[];
  @Optional()
  @IsArray()
  @ArrayUnique()
  @OneOf(GRANT_TYPES, { each: true })
  readonly grants?: readonly GrantType[];
  @Optional() @IsBoolean() readonly enabled?: boolean;
  @Nullable() @IsString() readonly user?: string | null;
  @Optional() @IsBoolean() readonly rememberConsent?: boolean;
  @Optional() @IsBoolean() readonly requirePkce?: boolean;
}

export class NewClientDto extends ClientDto {
  @IsString() readonly label: string;
  @Optional() @IsBoolean() readonly confidential?: boolean;
}

export class ChangedClientDto extends ClientDto {
  @Optional() @IsString() readonly label?: string;
}

export class NewSecretDto {
  @Optional() @IsInt() readonly graceSeconds?: number;
}

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
